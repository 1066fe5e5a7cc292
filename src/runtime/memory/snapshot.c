/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/memory/snapshot.h"

#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/addresses.h"
#include "runtime/arch/arch.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/written_pages.h"

#define MAX_OWN	       16
#define DROP_PAGES     8 /* untouched ranges from this length on are dropped, shorter ones copied */
#define FILL_MOST      (64UL << 10) /* of more the kernel may tell what was written to */
#define SMALL_BLOCK    256	    /* bytes: a shorter fill costs more than copying what it divides */
#define RESERVED_SLOTS 3	    /* at the start of a module's table of functions */
#define PRESENT	       (3ULL << 62)

struct range {
	struct hd_kept kept; /* copy NULL: drop, or fill */
	bool fill;	     /* with zeros, which takes half as long as copying them */
	bool plain;	     /* memory without a file behind it, to be read and written */
};

static struct range *ranges;
static unsigned nranges;
static size_t copied, copies_most;
static bool plain;	/* the mapping that is being added */
static bool impossible; /* there are more pieces of memory than fit */
static struct {
	uintptr_t lo, hi;
} own[MAX_OWN];
static unsigned nown;
static int pagemap = -1;

void hd_snapshot_exclude(void *lo, size_t size)
{
	HD_ASSERT(nown < MAX_OWN, "%u ranges excluded", nown);
	own[nown].lo = (uintptr_t)lo;
	own[nown++].hi = (uintptr_t)lo + size;
}

/* Mappings that nothing else can be part of. */
static bool is_own(uintptr_t lo)
{
	uintptr_t heap = (uintptr_t)hd_heap_base;

	return hd_heap_base && lo >= heap && lo < heap + hd_heap_reserved;
}

static char *copy_memory(const char *at, size_t size)
{
	char *copy = hd_keep_alloc(size);

	memcpy(copy, at, size);
	return copy;
}

enum action { COPY, FILL, DROP };

static void add(uintptr_t lo, size_t size, enum action action)
{
	struct range *r = &ranges[nranges];

	if (!size || impossible)
		return;
	if (hd_is_full(HD_FULL_PIECES, nranges)) {
		impossible = true;
		return;
	}
	*r = (struct range){.kept = {.at = (char *)lo, .size = size}, .fill = action == FILL, .plain = plain};
	if (action == COPY && copied <= copies_most)
		r->kept.copy = copy_memory(r->kept.at, size);
	if (action != DROP)
		copied += size;
	nranges++;
}

/* The kernel writes its rseq data into the main thread's TLS at any time: putting old data there would lie to
 * it. */
static bool is_rseq_in(uintptr_t lo, uintptr_t hi)
{
	uintptr_t rseq = hd_arch_tls() + (uintptr_t)__rseq_offset;

	return lo <= rseq && rseq < hi;
}

static void add_copied(uintptr_t lo, uintptr_t hi)
{
	uintptr_t rseq = hd_arch_tls() + (uintptr_t)__rseq_offset, end = rseq + sizeof(struct rseq);

	if (is_rseq_in(lo, hi)) {
		add(lo, rseq - lo, COPY);
		add(end, hi > end ? hi - end : 0, COPY);
	} else {
		add(lo, hi - lo, COPY);
	}
}

static bool is_zero(uintptr_t lo, uintptr_t hi)
{
	const uint64_t *at = (const uint64_t *)lo, *end = (const uint64_t *)hi;

	while (at < end && !*at)
		at++;
	return at == end;
}

static uintptr_t next_block(uintptr_t at, uintptr_t hi, uintptr_t block)
{
	uintptr_t end = (at & ~(block - 1)) + block;

	return end < hi ? end : hi;
}

/* Whole blocks that are zero, up to FILL_MOST bytes in a row, are filled and not copied. A block is a page in
 * large memory, so that it stays in pieces which the kernel may watch. The data of a library is mostly zero,
 * and small blocks find two thirds of it. */
static void add_contents(uintptr_t lo, uintptr_t hi)
{
	uintptr_t block = hi - lo > FILL_MOST ? HD_PAGE : SMALL_BLOCK, from = lo, end;

	for (uintptr_t at = lo; at < hi; at = end) {
		end = next_block(at, hi, block);
		if (end - at < block || !is_zero(at, end) || nranges > HD_MAX_PIECES / 2)
			continue;
		while (end + block <= hi && end - at < FILL_MOST && is_zero(end, end + block))
			end += block;
		if (is_rseq_in(at, end))
			continue;
		add_copied(from, at);
		add(at, end - at, FILL);
		from = end;
	}
	add_copied(from, hi);
}

static void open_pagemap(void)
{
	pagemap = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
}

static void close_pagemap(void)
{
	if (pagemap >= 0)
		hd_syscall(SYS_close, pagemap);
}

static bool present(uintptr_t page)
{
	uint64_t entry = 0;

	if (pagemap < 0 || hd_syscall(SYS_pread64, pagemap, &entry, sizeof entry,
				      page / HD_PAGE * sizeof entry) != sizeof entry)
		return true; /* not to be known: copying is always right */
	return entry & PRESENT;
}

static void add_region(uintptr_t lo, uintptr_t hi)
{
	uintptr_t at = lo, end;

	while (at < hi) {
		bool there = present(at);

		for (end = (at & ~(HD_PAGE - 1)) + HD_PAGE; end < hi && present(end) == there;)
			end += HD_PAGE;
		end = end < hi ? end : hi;
		if (there || end - at < DROP_PAGES * HD_PAGE)
			add_contents(at, end);
		else
			add(at, end - at, DROP);
		at = end;
	}
}

/* The kernel shows neighbours as one mapping: what is between the runtime's own ranges is the program's. */
static void add_between_own(uintptr_t lo, uintptr_t hi)
{
	while (lo < hi) {
		uintptr_t next_lo = hi, next_hi = hi;

		for (unsigned i = 0; i < nown; i++)
			if (own[i].hi > lo && own[i].lo < next_lo) {
				next_lo = own[i].lo > lo ? own[i].lo : lo;
				next_hi = own[i].hi;
			}
		add_region(lo, next_lo);
		lo = next_hi;
	}
}

static uintptr_t parse_hex(const char **s)
{
	uintptr_t v = 0;

	for (;; (*s)++) {
		if (**s >= '0' && **s <= '9')
			v = v * 16 + (uintptr_t)(**s - '0');
		else if (**s >= 'a' && **s <= 'f')
			v = v * 16 + (uintptr_t)(**s - 'a' + 10);
		else
			return v;
	}
}

/* "rwxp offset dev inode path": the inode of a file is not 0. */
static bool is_plain(const char *rest)
{
	for (int spaces = 0; *rest != '\n' && spaces < 3; rest++)
		spaces += *rest == ' ';
	return rest[0] == '0' && (rest[1] == ' ' || rest[1] == '\n');
}

/* One line of /proc/self/maps: "lo-hi rwxp offset dev inode path". */
static void add_mapping(const char *line, uintptr_t main_sp)
{
	uintptr_t lo = parse_hex(&line), hi;

	line++;
	hi = parse_hex(&line);
	line++;
	if (line[1] != 'w' || line[3] != 'p' || is_own(lo))
		return;
	if (main_sp >= lo && main_sp < hi)
		lo = main_sp;
	plain = line[2] == '-' && is_plain(line);
	add_between_own(lo, hi);
}

static char *read_maps(size_t *size)
{
	size_t room = 1UL << 22, n = 0;
	char *text = hd_keep_alloc(room);
	ssize_t got;
	int fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		hd_refuse("/proc/self/maps cannot be read: is /proc mounted?");
	while (n < room && (got = read(fd, text + n, room - n)) > 0)
		n += (size_t)got;
	close(fd);
	*size = n;
	return text;
}

size_t hd_snapshot_take(uintptr_t main_sp, size_t most)
{
	const struct hd_module *self = hd_module_of((uintptr_t)&hd_rt);
	size_t size;
	char *text, *end;
	void *memory = hd_own_memory(&size);

	copies_most = most;
	if (memory)
		hd_snapshot_exclude(memory, size);
	memory = hd_aside_memory(&size);
	if (memory)
		hd_snapshot_exclude(memory, size);
	hd_snapshot_exclude((void *)self->lo, self->hi - self->lo);
	ranges = hd_keep_alloc(sizeof *ranges * HD_MAX_PIECES);
	open_pagemap();
	text = read_maps(&size);
	for (char *line = text; line < text + size; line = end + 1) {
		end = memchr(line, '\n', (size_t)(text + size - line));
		if (!end)
			break;
		add_mapping(line, main_sp);
	}
	close_pagemap();
	return impossible ? HD_SNAPSHOT_IMPOSSIBLE : copied;
}

bool hd_snapshot_is_whole(void)
{
	return !impossible && copied <= copies_most;
}

void hd_snapshot_restore(void)
{
	for (unsigned i = 0; i < nranges; i++) {
		struct hd_kept *k = &ranges[i].kept;

		if (ranges[i].fill)
			memset(k->at, 0, k->size);
		else if (k->copy)
			hd_kept_put_back(k);
		else
			madvise(k->at, k->size, MADV_DONTNEED);
	}
}

void hd_snapshot_watch(void)
{
	for (unsigned i = 0; i < nranges; i++)
		hd_kept_watch(&ranges[i].kept);
}

/* A range that was untouched at the snapshot: the pages that have been touched since then. */
static void add_touched(struct hd_image *image, const struct hd_kept *r)
{
	for (size_t at = 0, n; at < r->size && !image->full; at += n) {
		n = HD_PAGE - ((uintptr_t)r->at + at) % HD_PAGE;
		n = n < r->size - at ? n : r->size - at;
		if (present((uintptr_t)r->at + at))
			hd_image_add(image, r->at + at, n);
	}
}

void hd_snapshot_drop(void)
{
	for (unsigned i = 0; i < nranges; i++)
		if (!ranges[i].kept.copy && !ranges[i].fill)
			madvise(ranges[i].kept.at, ranges[i].kept.size, MADV_DONTNEED);
}

void hd_snapshot_add_to(struct hd_image *image)
{
	open_pagemap();
	for (unsigned i = 0; i < nranges && !image->full; i++) {
		const struct hd_kept *r = &ranges[i].kept;

		if (r->copy || ranges[i].fill)
			hd_image_add(image, r->at, r->size);
		else if (r->size <= image->size)
			add_touched(image, r);
		else
			image->full = true;
	}
	close_pagemap();
}

bool hd_snapshot_has_plain(uintptr_t lo, uintptr_t hi)
{
	for (unsigned i = 0; i < nranges && lo < hi; i++) {
		uintptr_t at = (uintptr_t)ranges[i].kept.at;

		if (ranges[i].plain && at <= lo && lo < at + ranges[i].kept.size)
			lo = at + ranges[i].kept.size;
	}
	return lo >= hi;
}

static char *copy_of(uintptr_t address)
{
	for (unsigned i = 0; i < nranges; i++) {
		const struct hd_kept *k = &ranges[i].kept;
		uintptr_t at = (uintptr_t)k->at;

		if (k->copy && address >= at && address + sizeof(uintptr_t) <= at + k->size)
			return (char *)k->copy + (address - at);
	}
	return NULL;
}

/* The loader binds a slot by writing the function's address over that of the code which would look it up. */
static void absorb(uintptr_t slot)
{
	uintptr_t *now = (uintptr_t *)slot, *then = (uintptr_t *)copy_of(slot);

	if (then && *now != *then && hd_module_of(*now))
		*then = *now;
}

static int absorb_module(struct dl_phdr_info *info, size_t size, void *data)
{
	uintptr_t got = 0;
	size_t slots = 0;

	(void)size;
	(void)data;
	for (unsigned i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type != PT_DYNAMIC)
			continue;
		for (const ElfW(Dyn) *d = (const void *)(info->dlpi_addr + ph->p_vaddr); d->d_tag != DT_NULL;
		     d++) {
			if (d->d_tag == DT_PLTGOT)
				got = d->d_un.d_ptr;
			if (d->d_tag == DT_PLTRELSZ)
				slots = d->d_un.d_val / sizeof(ElfW(Rela));
		}
	}
	if (got && got < info->dlpi_addr)
		got += info->dlpi_addr; /* most loaders store it relocated, some not */
	for (size_t i = 0; got && i < slots; i++)
		absorb(got + (RESERVED_SLOTS + i) * sizeof(uintptr_t));
	return 0;
}

void hd_snapshot_absorb_bindings(void)
{
	dl_iterate_phdr(absorb_module, NULL);
}
