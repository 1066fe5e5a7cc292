/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/io.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/search_gap.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/io/before_main.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/reset/kernel.h"
#include "runtime/reset/kernel_state.h"
#include "runtime/reset/random_device.h"
#include "runtime/reset/wrap_random.h"

#define MAX_FDS	     (1u << 20)
#define KEYS	     (2u * HD_MAX_CHANNELS) /* places for inodes in a hash table */
#define MEMORY_MAJOR 1			    /* /dev/null, zero, full, random, … */

struct inode {
	uint64_t device, number;
};

/* Static memory is zero, and touched only where it is used. Entries of earlier runs count as empty. */
static struct {
	uint32_t epoch;
	uint32_t file;
} fds[MAX_FDS];
static int highest = -1;

static struct hd_file files[HD_MAX_FILES];
static unsigned nfiles;		     /* used so far */
static uint32_t spare[HD_MAX_FILES]; /* those that have no descriptors any more */
static unsigned nspare;

static uint8_t distances[HD_MAX_CHANNELS];
static uint32_t nchannels;

static struct {
	struct inode inode;
	uint32_t epoch;
	uint32_t channel;
} keys[KEYS];

void hd_io_run_begin(void)
{
	nfiles = nspare = 0;
	nchannels = 0;
	highest = -1;
}

/* ---- channels ---- */

static uint32_t new_channel(enum hd_distance distance)
{
	if (hd_is_full(HD_FULL_CHANNELS, nchannels))
		nchannels = 0; /* the oldest numbers are hardly in use any more */
	distances[nchannels] = (uint8_t)distance;
	return nchannels++;
}

static unsigned key_of(const struct inode *i)
{
	return (unsigned)(hd_mix64(i->device ^ (i->number << 20)) % (uint64_t)KEYS);
}

/* A free place for the inode, or the one it has. NULL: there are too many. */
static uint32_t *channel_of_inode(const struct inode *i, bool *known)
{
	unsigned at = key_of(i);

	for (unsigned n = 0; n < KEYS; n++, at = (at + 1) % KEYS) {
		*known = keys[at].epoch == hd_rt.run.epoch;
		if (*known && memcmp(&keys[at].inode, i, sizeof *i) != 0)
			continue;
		keys[at].epoch = hd_rt.run.epoch;
		keys[at].inode = *i;
		return &keys[at].channel;
	}
	*known = false;
	return NULL;
}

/* Its channel; a new one has this distance. */
static uint32_t find_channel(const struct stat *st, enum hd_distance distance)
{
	struct inode i = {.device = st->st_dev, .number = st->st_ino};
	bool known;
	uint32_t *channel = channel_of_inode(&i, &known);

	if (!channel)
		return new_channel(distance);
	if (!known)
		*channel = new_channel(distance);
	return *channel;
}

static void name_channel(const struct stat *st, uint32_t number)
{
	struct inode i = {.device = st->st_dev, .number = st->st_ino};
	bool known;
	uint32_t *channel = channel_of_inode(&i, &known);

	if (channel)
		*channel = number;
}

/* ---- files ---- */

static uint32_t new_file(void)
{
	uint32_t at;

	if (!nspare)
		hd_room_for(HD_FULL_FILES, nfiles, HD_NO_SITE);
	at = nspare ? spare[--nspare] : nfiles++;
	memset(&files[at], 0, sizeof files[at]);
	return at;
}

static bool is_known_channel(int fd)
{
	return fd >= 0 && (unsigned)fd < MAX_FDS && fds[fd].epoch == hd_rt.run.epoch;
}

void hd_fd_closed(int fd)
{
	struct hd_file *f;

	if (!is_known_channel(fd))
		return;
	f = &files[fds[fd].file];
	if (!--f->refs) {
		if (f->ops && f->ops->gone)
			f->ops->gone(f);
		spare[nspare++] = fds[fd].file;
	}
	fds[fd].epoch = 0;
}

static void attach(int fd, uint32_t file)
{
	if ((unsigned)fd >= MAX_FDS)
		hd_unsupported(HD_NO_SITE, "the program has a descriptor above %u", MAX_FDS);
	hd_fd_closed(fd); /* a function without a wrapper may have closed it */
	fds[fd].epoch = hd_rt.run.epoch;
	fds[fd].file = file;
	files[file].refs++;
	highest = fd > highest ? fd : highest;
	hd_feed_new_descriptor(fd);
}

void hd_fd_copied(int from, int to)
{
	if (to < 0 || from == to || !hd_active())
		return;
	hd_kernel_state.opened = true;
	if (hd_file_of(from))
		attach(to, fds[from].file);
}

void hd_fd_is_used(bool changes)
{
	struct hd_run *r = &hd_rt.run;

	if (!r->multi)
		return;
	r->changes_files |= changes;
	r->shares_files |= r->file_user && r->file_user != r->current + 1;
	r->file_user = (uint16_t)(r->current + 1);
	if (r->changes_files && r->shares_files)
		hd_gap(HD_GAP_BIT(FILES));
}

void hd_fd_point(enum hd_event_kind kind, uint32_t site)
{
	const struct hd_op op = hd_op(kind, NULL, site);

	if (hd_rt.run.multi)
		hd_sched_point(&op);
}

void hd_fd_made_some(int fd)
{
	hd_kernel_state.opened = true;
	if (fd >= 0 && hd_active()) {
		hd_fd_is_used(true);
		hd_fd_closed(fd);
	}
}

struct hd_file *hd_fd_made(int fd, enum hd_file_kind kind, bool nonblock, enum hd_distance distance)
{
	struct stat st;
	uint32_t at;

	hd_kernel_state.opened = true;
	if (fd < 0 || !hd_active())
		return NULL;
	hd_fd_closed(fd);
	at = new_file();
	files[at].kind = (uint8_t)kind;
	files[at].nonblock = nonblock;
	files[at].channel = new_channel(distance);
	attach(fd, at);
	if (kind != HD_FILE_COUNTER && !fstat(fd, &st)) /* counters all have the same inode */
		name_channel(&st, files[at].channel);
	return &files[at];
}

void hd_fd_made_pair(const int pair[2], enum hd_file_kind kind, bool nonblock)
{
	struct hd_file *first = hd_fd_made(pair[0], kind, nonblock, HD_INSIDE);
	struct hd_file *second = hd_fd_made(pair[1], kind, nonblock, HD_INSIDE);

	if (first && second)
		hd_fd_join(pair[0], pair[1]);
	for (int i = 0; !first && kind == HD_FILE_PIPE && i < 2; i++)
		hd_before_main_made(pair[i], HD_BEFORE_MAIN_PIPE);
}

void hd_fd_join(int a, int b)
{
	struct hd_file *one = hd_file_of(a), *other = hd_file_of(b);
	struct stat st;

	if (!one || !other)
		return;
	other->channel = one->channel;
	distances[one->channel] = HD_INSIDE;
	if (!fstat(b, &st))
		name_channel(&st, one->channel);
}

/* ---- descriptors that no wrapper told ---- */

static bool socket_option(int fd, int option, int *value)
{
	socklen_t size = sizeof *value;

	return !hd_syscall(SYS_getsockopt, fd, SOL_SOCKET, option, value, &size);
}

static bool has_peer(int fd)
{
	struct sockaddr_storage peer;
	socklen_t size = sizeof peer;

	return !hd_syscall(SYS_getpeername, fd, &peer, &size);
}

static enum hd_distance look_at_socket(int fd, struct hd_file *f)
{
	int value = 0;

	if (socket_option(fd, SO_TYPE, &value))
		f->type = (uint8_t)value;
	if (socket_option(fd, SO_DOMAIN, &value))
		f->family = (uint16_t)value;
	f->listens = socket_option(fd, SO_ACCEPTCONN, &value) && value;
	return !f->listens && has_peer(fd) ? HD_OUTSIDE : HD_LISTENING;
}

static enum hd_file_kind kind_of(const struct stat *st)
{
	switch (st->st_mode & S_IFMT) {
	case S_IFIFO:
		return HD_FILE_PIPE;
	case S_IFSOCK:
		return HD_FILE_SOCKET;
	case S_IFCHR:
		return major(st->st_rdev) == MEMORY_MAJOR ? HD_FILE_PLAIN : HD_FILE_TERMINAL;
	case 0:
		return HD_FILE_COUNTER;
	default:
		return HD_FILE_PLAIN;
	}
}

static enum hd_distance distance_of_file(int fd, struct hd_file *f)
{
	switch (f->kind) {
	case HD_FILE_PIPE:
		return f->old ? HD_LISTENING : HD_OUTSIDE;
	case HD_FILE_SOCKET:
		return look_at_socket(fd, f);
	case HD_FILE_TERMINAL:
		return HD_LISTENING;
	case HD_FILE_COUNTER:
		return f->old ? HD_LISTENING : HD_INSIDE;
	default:
		return HD_INSIDE;
	}
}

static ssize_t read_random(struct hd_file *f, int fd, void *to, size_t size)
{
	(void)f;
	(void)fd;
	hd_random_fill(to, size);
	return (ssize_t)size;
}

static const struct hd_file_ops random_ops = {.read = read_random};

void hd_fd_found(int fd, const struct stat *st)
{
	struct hd_file f = {.old = hd_kernel_is_old_file(fd)};
	enum hd_distance distance;
	uint32_t at;

	f.kind = (uint8_t)kind_of(st);
	if (f.kind != HD_FILE_PLAIN)
		f.nonblock = hd_syscall(SYS_fcntl, fd, F_GETFL) & O_NONBLOCK;
	distance = distance_of_file(fd, &f);
	f.channel = f.kind == HD_FILE_COUNTER ? new_channel(distance) : find_channel(st, distance);
	if (hd_is_random_device(st))
		f.ops = &random_ops;
	at = new_file();
	files[at] = f;
	attach(fd, at);
}

static bool find_out(int fd)
{
	struct stat st;

	if (fstat(fd, &st))
		return false;
	hd_fd_found(fd, &st);
	return true;
}

struct hd_file *hd_file_of(int fd)
{
	int saved = errno;

	if (!is_known_channel(fd) && (fd < 0 || fd == hd_rt.control_fd || !find_out(fd))) {
		errno = EBADF;
		return NULL;
	}
	errno = saved;
	return &files[fds[fd].file];
}

enum hd_distance hd_fd_distance(int fd)
{
	struct hd_file *f = hd_file_of(fd);
	enum hd_distance distance, farther;

	if (!f)
		return HD_INSIDE;
	distance = (enum hd_distance)distances[f->channel];
	farther = f->ops && f->ops->distance ? f->ops->distance(f) : HD_INSIDE;
	return farther > distance ? farther : distance;
}

static uint64_t address_of(uint32_t channel)
{
	return HD_CHANNEL_ADDRESS + (uint64_t)channel * HD_CHANNEL_STRIDE;
}

uint64_t hd_fd_channel(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f ? address_of(f->channel) : 0;
}

uint64_t hd_path_channel(int dir, const char *path, enum hd_distance *distance)
{
	struct stat st;
	uint32_t channel;

	if (fstatat(dir, path, &st, 0))
		return 0;
	channel = find_channel(&st, HD_OUTSIDE);
	*distance = (enum hd_distance)distances[channel];
	return address_of(channel);
}

bool hd_fd_is_on(int fd, uint64_t channel)
{
	const struct hd_file *f = is_known_channel(fd) ? &files[fds[fd].file] : NULL;

	if (!f || f->channel == (channel - HD_CHANNEL_ADDRESS) / HD_CHANNEL_STRIDE)
		return true;
	return f->ops && f->ops->involves && f->ops->involves(f, channel);
}

/* ---- distances ---- */

void hd_fd_set_distance(int fd, enum hd_distance distance)
{
	const struct hd_file *f = hd_file_of(fd);

	if (!f)
		return;
	distances[f->channel] = (uint8_t)distance;
	hd_outside_measure(hd_fd_distance);
}

void hd_fds_inherited(bool over_exec)
{
	for (int fd = 0; fd <= highest; fd++) {
		const struct hd_file *f = is_known_channel(fd) ? &files[fds[fd].file] : NULL;

		if (!f || f->kind == HD_FILE_PLAIN || (over_exec && hd_syscall(SYS_fcntl, fd, F_GETFD) > 0))
			continue;
		if (distances[f->channel] == HD_INSIDE)
			distances[f->channel] = HD_OUTSIDE;
	}
	hd_outside_measure(hd_fd_distance);
}

int hd_fd_search(bool (*is)(const struct hd_file *file, int fd, void *what), void *what)
{
	for (int fd = 0; fd <= highest; fd++)
		if (is_known_channel(fd) && is(&files[fds[fd].file], fd, what))
			return fd;
	return -1;
}

void hd_fifo_made(const char *path)
{
	struct stat st;

	if (hd_active() && !stat(path, &st))
		name_channel(&st, new_channel(HD_INSIDE));
}

/* ---- reports ---- */

static enum hd_channel_kind name_of(const struct hd_file *f)
{
	static const uint8_t names[] = {[HD_FILE_PLAIN] = HD_CHANNEL_FILE,
					[HD_FILE_PIPE] = HD_CHANNEL_PIPE,
					[HD_FILE_SOCKET] = HD_CHANNEL_SOCKET,
					[HD_FILE_TERMINAL] = HD_CHANNEL_TERMINAL,
					[HD_FILE_COUNTER] = HD_CHANNEL_EVENTFD};

	return f->ops ? f->ops->name : (enum hd_channel_kind)names[f->kind];
}

static bool descriptor_describe(uint64_t addr, struct hd_wire_place *place)
{
	uint64_t fd = (addr - HD_DESCRIPTOR_ADDRESS) / HD_DESCRIPTOR_STRIDE;

	if (addr < HD_DESCRIPTOR_ADDRESS || fd >= MAX_FDS)
		return false;
	*place = (struct hd_wire_place){.kind = HD_PLACE_CHANNEL,
					.module = HD_CHANNEL_DESCRIPTOR,
					.offset = fd,
					.size = HD_NO_DESCRIPTOR};
	return true;
}

bool hd_channel_describe(uint64_t addr, struct hd_wire_place *place)
{
	uint64_t channel = (addr - HD_CHANNEL_ADDRESS) / HD_CHANNEL_STRIDE;

	if (descriptor_describe(addr, place))
		return true;
	if (addr < HD_CHANNEL_ADDRESS || channel >= HD_MAX_CHANNELS)
		return false;
	*place = (struct hd_wire_place){
	    .kind = HD_PLACE_CHANNEL, .offset = HD_NO_DESCRIPTOR, .size = HD_NO_DESCRIPTOR};
	for (int fd = 0; fd <= highest && place->size == HD_NO_DESCRIPTOR; fd++) {
		if (!is_known_channel(fd) || files[fds[fd].file].channel != channel)
			continue;
		if (place->offset == HD_NO_DESCRIPTOR)
			place->offset = (uint64_t)fd;
		else
			place->size = (uint64_t)fd;
		place->module = name_of(&files[fds[fd].file]);
	}
	return true;
}
