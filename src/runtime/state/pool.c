/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/state/pool.h"

#include <link.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/addresses.h"
#include "runtime/arch/arch.h"
#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/state/hooks.h"
#include "runtime/memory/snapshot.h"

#define PARKED_STACK  (96UL << 10)
#define STACK_DEFAULT (8UL << 20)
#define STACK_MAX     (256UL << 20)
#define CLEAR_INLINE  (64UL << 10) /* up to here clearing is cheaper than giving pages back */
#define BELOW_SP      (8UL << 10)  /* stack that uninstrumented callees may have used further down */
#define STATIC_TLS    (1UL << 20)  /* if libc does not tell */
#define TLS_SLACK     2048UL	   /* static TLS that is handed out later, to dlopened libraries */
#define PTHREAD_SIZE  2304UL	   /* struct pthread of glibc 2.36, if libc does not tell */

struct hd_slot *hd_slots;
unsigned hd_nslots;

static char *parked_base, *stacks_base;
static size_t parked_stride, stack_stride, stack_size;
static size_t tls_below, tls_above;
static unsigned *free_slots, nfree; /* a stack; slots above max_taken are untouched at its bottom */
static unsigned max_taken;

/* How far below the thread pointer static TLS may reach: blocks of libraries that were loaded later are
 * elsewhere. */
static size_t static_tls(void)
{
	void (*info)(size_t * size, size_t * align) =
	    (void (*)(size_t *, size_t *))(uintptr_t)hd_real_symbol("_dl_get_tls_static_info");
	size_t size = STATIC_TLS, align;

	if (info)
		info(&size, &align);
	return size;
}

static int lowest_tls(struct dl_phdr_info *info, size_t size, void *data)
{
	uintptr_t *lowest = data, at = (uintptr_t)info->dlpi_tls_data, fs = hd_arch_tls();

	(void)size;
	if (at && at < fs && fs - at < static_tls() && at < *lowest)
		*lowest = at;
	return 0;
}

static void measure_tls(void)
{
	const unsigned *size = hd_real_symbol("_thread_db_sizeof_pthread");
	uintptr_t lowest = hd_arch_tls();

	dl_iterate_phdr(lowest_tls, &lowest);
	tls_below = hd_arch_tls() - lowest;
	tls_above = size ? *size : PTHREAD_SIZE;
}

struct handshake {
	uintptr_t fs;
};
static _Atomic uint32_t nparked;

/* A parked thread: it lends its TLS and never runs again. */
static void *park(void *arg)
{
	const long wake[6] = {(long)&nparked, FUTEX_WAKE_PRIVATE, 1}, for_ever[6] = {0};
	struct handshake *h = arg;

	h->fs = hd_arch_tls();
	if (atomic_fetch_add(&nparked, 1) + 2 == hd_nslots)
		hd_enter_kernel_parked(SYS_futex, wake);
	for (;;)
		hd_enter_kernel_parked(SYS_ppoll, for_ever);
	return NULL;
}

/* Until all are. To sleep meanwhile costs less than to look again and again, also where there is one
 * processor. */
static void wait_parked(void)
{
	uint32_t n;

	while ((n = atomic_load(&nparked)) + 1 < hd_nslots)
		hd_syscall(SYS_futex, &nparked, FUTEX_WAIT_PRIVATE, n, NULL, NULL, 0);
}

static void create_parked(unsigned i, struct handshake *h)
{
	pthread_attr_t attr;
	pthread_t thread;
	int error;

	pthread_attr_init(&attr);
	error = pthread_attr_setstack(&attr, parked_base + (i - 1) * parked_stride, parked_stride);
	if (!error)
		error = HD_REAL(pthread_create)(&thread, &attr, park, h);
	pthread_attr_destroy(&attr);
	if (error)
		hd_refuse("thread %u of %u cannot be created (%s): raise the limit on processes (ulimit -u, "
			  "pids.max)",
			  i, hd_nslots - 1, strerror(error));
}

static size_t wanted_stack(void)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) || limit.rlim_cur == RLIM_INFINITY ||
	    limit.rlim_cur < (64UL << 10))
		return STACK_DEFAULT;
	return limit.rlim_cur > STACK_MAX ? STACK_MAX : limit.rlim_cur & ~(HD_PAGE - 1);
}

static char *reserve(size_t size)
{
	char *p =
	    mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (p == MAP_FAILED)
		hd_refuse("no address space for %u thread stacks (ulimit -v?)", hd_nslots - 1);
	return p;
}

void hd_pool_main_stack(char *lo, char *hi)
{
	hd_slots[0].stack_lo = lo;
	hd_slots[0].stack_hi = hi;
	hd_slots[0].min_sp = (uintptr_t)hi;
}

static void init_slot(unsigned i, uintptr_t fs)
{
	struct hd_slot *s = &hd_slots[i];
	char *low = stacks_base + (i - 1) * stack_stride;

	s->fs = fs;
	if (mprotect(low, HD_PAGE, PROT_NONE))
		hd_refuse("no guard page for thread stack %u (vm.max_map_count?)", i);
	s->stack_lo = low + HD_PAGE;
	s->stack_hi = low + stack_stride;
	s->tls_lo = (char *)fs - tls_below - TLS_SLACK;
	s->tls_hi = (char *)fs + tls_above;
	s->tls_copy = hd_own_alloc((size_t)(s->tls_hi - s->tls_lo));
	memcpy(s->tls_copy, s->tls_lo, (size_t)(s->tls_hi - s->tls_lo));
	s->min_sp = (uintptr_t)s->stack_hi;
	free_slots[nfree++] = hd_nslots - i; /* the lowest numbers are taken first */
}

void hd_pool_init(unsigned count)
{
	struct handshake *shakes;
	sigset_t all, old;

	hd_nslots = count + 1;
	hd_slots = hd_own_alloc(sizeof *hd_slots * hd_nslots);
	free_slots = hd_own_alloc(sizeof *free_slots * hd_nslots);
	shakes = hd_own_alloc(sizeof *shakes * hd_nslots);
	measure_tls();
	hd_slots[0].fs = hd_arch_tls();
	hd_slots[0].in_use = true;
	parked_stride = (PARKED_STACK + tls_below + tls_above + HD_PAGE - 1) & ~(HD_PAGE - 1);
	stack_size = wanted_stack();
	stack_stride = stack_size + HD_PAGE;
	parked_base = reserve(parked_stride * count + HD_PAGE);
	stacks_base = reserve(stack_stride * count + HD_PAGE);
	hd_snapshot_exclude(parked_base, parked_stride * count + HD_PAGE);
	hd_snapshot_exclude(stacks_base, stack_stride * count + HD_PAGE);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &old); /* parked threads must never get a signal of the process */
	for (unsigned i = 1; i <= count; i++)
		create_parked(i, &shakes[i]);
	sigprocmask(SIG_SETMASK, &old, NULL);
	wait_parked();
	for (unsigned i = 1; i <= count; i++)
		init_slot(i, shakes[i].fs);
}

/* The kernel keeps its rseq data of the parked thread in its TLS: that part is not ours to write. */
static void restore_tls(struct hd_slot *s)
{
	char *rseq = (char *)s->fs + __rseq_offset;
	size_t before = (size_t)(rseq - s->tls_lo), after = before + sizeof(struct rseq);

	memcpy(s->tls_lo, s->tls_copy, before);
	memcpy(s->tls_lo + after, s->tls_copy + after, (size_t)(s->tls_hi - s->tls_lo) - after);
}

static uintptr_t lowest_used(const struct hd_slot *s)
{
	uintptr_t lo = s->min_sp - BELOW_SP;

	return lo < (uintptr_t)s->stack_lo ? (uintptr_t)s->stack_lo : lo;
}

/* Stack contents are part of the state: a program that reads an uninitialised variable must read the same
 * each time. */
static void clear_stack(struct hd_slot *s)
{
	uintptr_t hi = (uintptr_t)s->stack_hi, lo = lowest_used(s);

	if (hi - lo > CLEAR_INLINE) {
		uintptr_t cut = (hi - CLEAR_INLINE) & ~(HD_PAGE - 1);

		if (!madvise(s->stack_lo, cut - (uintptr_t)s->stack_lo, MADV_DONTNEED))
			lo = cut; /* else the program has locked it in memory */
	}
	memset((void *)lo, 0, hi - lo);
	s->min_sp = hi;
}

/* Before a second thread uses the slot: put its TLS and stack back, and forget the accesses of the first. */
static void renew(struct hd_slot *s)
{
	uintptr_t lo = lowest_used(s);

	hd_hooks.memory_forgotten((uintptr_t)s->tls_lo, (size_t)(s->tls_hi - s->tls_lo));
	hd_hooks.memory_forgotten(s->min_sp, (uintptr_t)s->stack_hi - s->min_sp);
	if (hd_watched()) {
		hd_hooks.memory_is_new((uintptr_t)s->tls_lo, (size_t)(s->tls_hi - s->tls_lo));
		hd_hooks.memory_is_new(lo, (uintptr_t)s->stack_hi - lo);
	}
	restore_tls(s);
	clear_stack(s);
}

/* A thread that ends has given its slot back, but its last steps are on that slot's stack, and a timer may
 * start a thread meanwhile. That thread gets the next free slot. */
static bool avoid_own_slot(void)
{
	unsigned own = hd_rt.run.self->slot;

	if (free_slots[nfree - 1] != own)
		return true;
	if (nfree < 2)
		return false;
	free_slots[nfree - 1] = free_slots[nfree - 2];
	free_slots[nfree - 2] = own;
	return true;
}

unsigned hd_slot_take(void)
{
	unsigned i;

	if (!nfree || !avoid_own_slot())
		return 0;
	i = free_slots[--nfree];
	if (hd_slots[i].touched)
		renew(&hd_slots[i]);
	hd_slots[i].in_use = hd_slots[i].touched = true;
	max_taken = i > max_taken ? i : max_taken;
	return i;
}

void hd_slot_give_back(unsigned slot)
{
	hd_slots[slot].in_use = false;
	free_slots[nfree++] = slot;
}

void hd_pool_reset(void)
{
	clear_stack(&hd_slots[0]);
	nfree = hd_nslots - 1 - max_taken;
	for (unsigned i = max_taken; i >= 1; i--) {
		struct hd_slot *s = &hd_slots[i];

		free_slots[nfree++] = i;
		if (!s->touched)
			continue;
		restore_tls(s);
		clear_stack(s);
		s->in_use = s->touched = false;
	}
	max_taken = 0;
}

static void add_tls(struct hd_image *image, const struct hd_slot *s)
{
	const char *rseq = (const char *)s->fs + __rseq_offset, *after = rseq + sizeof(struct rseq);

	hd_image_add(image, s->tls_lo, (size_t)(rseq - s->tls_lo));
	hd_image_add(image, after, (size_t)(s->tls_hi - after));
}

void hd_pool_add_to(struct hd_image *image)
{
	for (unsigned i = 0; i <= max_taken; i++) {
		const struct hd_slot *s = &hd_slots[i];
		uintptr_t lo = lowest_used(s);

		if (i && !s->touched)
			continue;
		if (i)
			add_tls(image, s);
		hd_image_add(image, (const void *)lo, (uintptr_t)s->stack_hi - lo);
	}
}

int hd_slot_of(uintptr_t fs)
{
	size_t i;

	if (fs == hd_slots[0].fs)
		return 0;
	if (fs < (uintptr_t)parked_base || hd_nslots < 2)
		return -1;
	i = (fs - (uintptr_t)parked_base) / parked_stride + 1;
	return i < hd_nslots && hd_slots[i].fs == fs ? (int)i : -1;
}
