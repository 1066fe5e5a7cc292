/* SPDX-License-Identifier: Apache-2.0
 *
 * What kind of process this is, and the means that everything else in the runtime uses. */
#include "runtime/common/rt.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/memory.h"
#include "runtime/common/real.h"
#include "wire/wire_check.h"

#define PILE_MAX (4UL << 30)
#define PILE_MIN (128UL << 20)

struct hd_rt hd_rt;
struct hd_live hd_live;

extern void *__libc_stack_end; /* of ld.so: where argc stands */

/* The environment as the kernel gave it: libc's own variable is not set when the first allocation comes. */
static const char *early_getenv(const char *name)
{
	char **p = (char **)__libc_stack_end;
	size_t n = strlen(name);

	p += *(long *)p + 2;
	for (; *p; p++)
		if (!strncmp(*p, name, n) && (*p)[n] == '=')
			return *p + n + 1;
	return NULL;
}

static const char *parse_number(const char *s, unsigned *out)
{
	if (!s || *s < '0' || *s > '9')
		return NULL;
	for (*out = 0; *s >= '0' && *s <= '9'; s++)
		*out = *out * 10 + (unsigned)(*s - '0');
	return *s == ':' ? s + 1 : s;
}

static void map_wire(unsigned fd, unsigned index)
{
	const char *wrong;
	struct stat st;
	void *at;

	if (fstat((int)fd, &st) || (size_t)st.st_size < sizeof(struct hd_wire))
		hd_refuse("the descriptor that %s names is not Heddle's shared memory", HD_WIRE_ENV);
	at = mmap((void *)HD_WIRE_ADDRESS, (size_t)st.st_size, PROT_READ | PROT_WRITE,
		  MAP_SHARED | MAP_FIXED_NOREPLACE, (int)fd, 0);
	if (at != (void *)HD_WIRE_ADDRESS)
		hd_refuse("the address range that Heddle needs at 0x%lx is taken or limited (ulimit -v?)",
			  HD_WIRE_ADDRESS);
	hd_syscall(SYS_close, fd);
	hd_rt.wire = at;
	wrong = hd_wire_refused(hd_rt.wire, (size_t)st.st_size, index);
	if (wrong)
		hd_refuse("%s", wrong);
	hd_rt.slot = &hd_rt.wire->workers[index];
}

void hd_rt_init(void)
{
	unsigned wire_fd = 0, control_fd = 0, index = 0;
	const char *s;

	if (hd_rt.mode != HD_MODE_UNKNOWN)
		return;
	s = early_getenv(HD_WIRE_ENV);
	if (!s) {
		hd_rt.mode = HD_MODE_NATIVE;
		return;
	}
	hd_rt.mode = HD_MODE_CONTROL;
	hd_rt.control_fd = -1;
	s = parse_number(s, &wire_fd);
	s = parse_number(s, &control_fd);
	s = parse_number(s, &index);
	if (!s)
		hd_refuse("%s is garbled", HD_WIRE_ENV);
	hd_rt.control_fd = (int)control_fd;
	if (hd_syscall(SYS_madvise, &hd_live, sizeof hd_live, MADV_WIPEONFORK))
		hd_refuse(
		    "this kernel cannot clear memory in copies of a process (MADV_WIPEONFORK): it takes "
		    "Linux 4.14 or later");
	map_wire(wire_fd, index);
}

/* A mapping that holds its own bookkeeping, so that what a forked run allocates from a shared one stays
 * allocated. */
struct pile {
	size_t used, size;
};

static struct pile *map_pile(int sharing)
{
	for (size_t size = PILE_MAX; size >= PILE_MIN; size /= 2) {
		struct pile *p =
		    mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

		if (p == MAP_FAILED)
			continue;
		p->used = 64;
		p->size = size;
		return p;
	}
	hd_refuse("no address space for Heddle's own memory (ulimit -v?)");
}

static void *take(struct pile *pile, size_t size)
{
	char *p = (char *)pile + pile->used;

	size = (size + 63) & ~(size_t)63;
	if (size > pile->size - pile->used)
		hd_refuse("Heddle's own memory of %lu bytes is used up", pile->size);
	pile->used += size;
	return p;
}

static struct pile *kept;

void *hd_keep_alloc(size_t size)
{
	if (!kept)
		kept = map_pile(MAP_SHARED);
	return take(kept, size);
}

bool hd_keeps(uintptr_t addr)
{
	return kept && addr - (uintptr_t)kept < kept->size;
}

void hd_separate(void *at, size_t size)
{
	int how = MAP_PRIVATE | MAP_ANONYMOUS;
	char *own = (char *)hd_syscall(SYS_mmap, NULL, size, PROT_READ | PROT_WRITE, how, -1, 0);

	if (own == MAP_FAILED)
		hd_refuse("no memory for a child that goes on natively");
	hd_copy(own, at, size);
	hd_syscall(SYS_mremap, own, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at);
}

static struct pile *own, *aside;

static void *take_private(struct pile **pile, size_t size)
{
	if (!*pile)
		*pile = map_pile(MAP_PRIVATE);
	return take(*pile, size);
}

void *hd_own_alloc(size_t size)
{
	return take_private(&own, size);
}

void *hd_aside_alloc(size_t size)
{
	return take_private(&aside, size);
}

static void *whole_pile(struct pile *pile, size_t *size)
{
	*size = pile ? pile->size : 0;
	return pile;
}

void *hd_own_memory(size_t *size)
{
	return whole_pile(own, size);
}

void *hd_aside_memory(size_t *size)
{
	return whole_pile(aside, size);
}

size_t hd_own_used(void)
{
	return own ? own->used : 0;
}

static _Noreturn void leave(int status, const char *kind, const char *text)
{
	if (hd_rt.slot) {
		strncpy(hd_rt.slot->broken, text, sizeof hd_rt.slot->broken - 1);
	} else {
		hd_syscall(SYS_write, 2, kind, strlen(kind));
		hd_syscall(SYS_write, 2, text, strlen(text));
		hd_syscall(SYS_write, 2, "\n", 1);
	}
	for (;;)
		hd_syscall(SYS_exit_group, status);
}

void hd_refuse(const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	hd_vformat(text, sizeof text, fmt, ap);
	va_end(ap);
	leave(HD_EXIT_REFUSED, "heddle: ", text);
}

void hd_assert_failed(const char *file, int line, const char *expr, const char *fmt, ...)
{
	char text[1024];
	va_list ap;
	int n = hd_format(text, sizeof text, "%s:%d: %s: ", file, line, expr);

	va_start(ap, fmt);
	hd_vformat(text + n, (unsigned)(sizeof text - (size_t)n), fmt, ap);
	va_end(ap);
	leave(HD_EXIT_BROKEN, "heddle: internal error: ", text);
}
