/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/patch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/access/callbacks.h"
#include "runtime/arch/call_site.h"
#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/common/team.h"

#define CALL_BITS 14
#define CALLS_MAX (3u << (CALL_BITS - 2)) /* a quarter stays free: that keeps probing short */
#define BATCH	  16			  /* calls that are worth opening the code for */

struct call {
	uintptr_t pc; /* it returns there; 0: the entry is free */
	struct hd_call_site site;
	bool out;  /* it is taken out of the code */
	bool want; /* … and ought to be */
	bool queued;
};

/* What is in the code does not go back when a run begins at a backtracking point, so this does not either:
 * memory of hd_aside_alloc(). */
struct calls {
	struct call all[1u << CALL_BITS];
	uint16_t used[CALLS_MAX];
	uint16_t queue[CALLS_MAX];
	unsigned nused, nqueued, nout;
	bool some_go_in; /* of those in the queue */
	bool allowed;	 /* in this run */
	bool refused;	 /* the system does not let code be changed */
};

static struct calls *calls;
uint32_t hd_patch_calls;

void hd_patch_init(void)
{
	calls = hd_aside_alloc(sizeof *calls);
}

static struct call *find(uintptr_t pc)
{
	uint32_t i = (uint32_t)((pc * 0x9E3779B97F4A7C15ULL) >> (64 - CALL_BITS));

	while (calls->all[i].pc && calls->all[i].pc != pc)
		i = (i + 1) & ((1u << CALL_BITS) - 1);
	return &calls->all[i];
}

static struct call *find_or_add(uintptr_t pc)
{
	struct call *c = find(pc);

	if (c->pc)
		return c;
	if (calls->nused == CALLS_MAX)
		return NULL;
	c->pc = pc;
	calls->used[calls->nused++] = (uint16_t)(c - calls->all);
	return c;
}

static void enqueue(struct call *c)
{
	if (c->queued)
		return;
	c->queued = true;
	calls->queue[calls->nqueued++] = (uint16_t)(c - calls->all);
}

void hd_patch_out(uintptr_t pc)
{
	struct call *c = calls->allowed ? find_or_add(pc) : NULL;

	if (!c)
		return;
	c->want = true;
	if (!c->out)
		enqueue(c);
}

void hd_patch_in(uintptr_t pc)
{
	struct call *c = find(pc);

	c->want = false;
	if (!c->out)
		return;
	calls->some_go_in = true;
	enqueue(c);
}

/* ---- changing the code ---- */

static bool protect(uintptr_t at, size_t size, int protection)
{
	uintptr_t page = at & ~(uintptr_t)(HD_PAGE - 1);

	return !hd_syscall(SYS_mprotect, page, at + size - page, protection);
}

/* Where /proc does not let code be written, or the program has used up its descriptors, the code becomes
 * writable for a moment. */
static bool write_code(int fd, uintptr_t at, const uint8_t *code, size_t size)
{
	if (fd >= 0 && hd_syscall(SYS_pwrite64, fd, code, size, at) == (long)size)
		return true;
	if (!protect(at, size, PROT_READ | PROT_WRITE | PROT_EXEC))
		return false;
	hd_copy((void *)at, code, size);
	return protect(at, size, PROT_READ | PROT_EXEC);
}

static void take_out(struct call *c, int fd)
{
	const struct hd_module *m = hd_module_of(c->pc);

	if (m)
		c->site = hd_call_site_before(c->pc, m->lo, m->hi, (uintptr_t)__start_hd_callbacks,
					      (uintptr_t)__stop_hd_callbacks);
	if (!m || !c->site.size)
		return; /* called in another way: the call stays */
	c->out = write_code(fd, c->site.at, hd_call_site_nothing(&c->site), c->site.size);
	calls->nout += c->out;
	calls->refused = !c->out;
}

static void put_in(struct call *c, int fd)
{
	if (!write_code(fd, c->site.at, c->site.code, c->site.size))
		hd_refuse(
		    "the system let heddle change the program's code, and does not let it change it back");
	c->out = false;
	calls->nout--;
}

/* Accesses are told to analyses one by one, or several processes make one run: each has its own code. */
static bool must_stay(void)
{
	return calls->refused || (hd_rt.run.watches_all && hd_rt.run.had_choices) || hd_team();
}

static void carry_out(bool stay)
{
	int fd = (int)hd_syscall(SYS_openat, AT_FDCWD, "/proc/self/mem", O_RDWR | O_CLOEXEC);
	unsigned n = calls->nqueued;

	calls->nqueued = 0;
	calls->some_go_in = false;
	for (unsigned i = 0; i < n; i++) {
		struct call *c = &calls->all[calls->queue[i]];

		c->queued = false;
		if (c->out && !c->want)
			put_in(c, fd);
		else if (!c->out && c->want && stay)
			enqueue(c);
		else if (!c->out && c->want && !calls->refused)
			take_out(c, fd);
	}
	if (fd >= 0)
		hd_syscall(SYS_close, fd);
	if (calls->nout > hd_rt.slot->calls_out)
		atomic_store_explicit(&hd_rt.slot->calls_out, calls->nout, memory_order_relaxed);
}

void hd_patch_flush(void)
{
	bool stay = must_stay();

	hd_patch_calls = 0;
	if (calls->nqueued && (!stay || calls->some_go_in))
		carry_out(stay);
}

void hd_patch_look(void)
{
	if (calls->nqueued && (calls->nqueued >= BATCH || calls->some_go_in))
		hd_patch_flush();
}

void hd_patch_all_in(void)
{
	for (unsigned i = 0; i < calls->nused; i++)
		hd_patch_in(calls->all[calls->used[i]].pc);
	hd_patch_flush();
	for (unsigned i = 0; i < calls->nused; i++)
		calls->all[calls->used[i]] = (struct call){0};
	calls->nused = calls->nqueued = 0;
}

bool hd_patch_keeps_all(void)
{
	return hd_rt.wire->unpatched || hd_rt.slot->debug.on ||
	       hd_mix64(hd_rt.run.plan.seed ^ 0x5041544348ULL) % HD_PATCH_NOT_ONE_IN == 0;
}

void hd_patch_run_begin(void)
{
	if (calls->nused)
		hd_patch_all_in();
	calls->allowed = !hd_patch_keeps_all();
}
