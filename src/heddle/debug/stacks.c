/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/stacks.h"

#include <string.h>

#include "heddle/debug/running.h"

#define FRAMES_MOST  200
#define CALL_LONGEST 7

unsigned hd_stacks_threads(struct hd_debuggee *d)
{
	const struct hd_wire_debug *w = &d->slot->debug;

	if (!d->tracee.pid || !w->describe_function || d->halt == HD_HALT_ENDS)
		return 0;
	if (d->described != d->moves) {
		hd_running_call(d, w->describe_function);
		d->described = d->moves;
	}
	return w->nthreads < HD_MAX_THREADS ? w->nthreads : HD_MAX_THREADS;
}

bool hd_stacks_alive(struct hd_debuggee *d, unsigned tid)
{
	return tid < hd_stacks_threads(d) && d->slot->debug.contexts[tid].alive;
}

unsigned hd_stacks_shown_thread(struct hd_debuggee *d)
{
	const struct hd_wire_debug *w = &d->slot->debug;
	unsigned next = w->next;

	if (d->halt == HD_HALT_DECISION && hd_stacks_alive(d, next))
		return next;
	return hd_running_thread(d);
}

static bool read_word(void *from, uint64_t address, uint64_t *word)
{
	const struct hd_debuggee *d = from;

	return hd_tracee_read(&d->tracee, address, word, sizeof(*word)) == sizeof(*word);
}

static void raw_frame(const struct hd_debuggee *d, struct hd_unwind_frame *f)
{
	struct user_regs_struct r;

	hd_tracee_registers(&d->tracee, &r);
	*f = (struct hd_unwind_frame){.reg = {r.rax, r.rdx, r.rcx, r.rbx, r.rsi, r.rdi, r.rbp, r.rsp, r.r8,
					      r.r9, r.r10, r.r11, r.r12, r.r13, r.r14, r.r15, r.rip}};
}

static void saved_frame(const struct hd_wire_context *c, struct hd_unwind_frame *f)
{
	*f = (struct hd_unwind_frame){0};
	f->reg[HD_UNWIND_BX] = c->bx;
	f->reg[HD_UNWIND_BP] = c->bp;
	f->reg[HD_UNWIND_SP] = c->sp;
	f->reg[HD_UNWIND_R15 - 3] = c->r12;
	f->reg[HD_UNWIND_R15 - 2] = c->r13;
	f->reg[HD_UNWIND_R15 - 1] = c->r14;
	f->reg[HD_UNWIND_R15] = c->r15;
	f->reg[HD_UNWIND_PC] = c->pc;
}

/* At its first function, with its argument. */
static void unborn_place(const struct hd_wire_context *c, struct hd_stack_place *place)
{
	saved_frame(c, &place->shown);
	place->shown.reg[HD_UNWIND_PC] = place->continues = c->start;
	place->shown.reg[HD_UNWIND_DI] = c->args[0];
	place->shown.reg[HD_UNWIND_SI] = c->args[1];
	place->exact = false;
	place->unborn = true;
}

/* Memory may have been mapped since the modules were looked at. */
static enum hd_code_owner owner_of(struct hd_debuggee *d, uint64_t pc)
{
	enum hd_code_owner owner = hd_code_owner_of(&d->code, pc);

	if (owner != HD_CODE_UNKNOWN || !pc)
		return owner;
	hd_code_map_read(&d->code, d->tracee.pid, d->target.runtime);
	owner = hd_code_owner_of(&d->code, pc);
	if (owner != HD_CODE_UNKNOWN) {
		hd_unwinder_free(d->unwinder);
		d->unwinder = NULL;
	}
	return owner;
}

/* Which of the frames is the innermost one that the user is to see: none of the runtime's, and nothing that
 * the runtime calls in the C library. */
static unsigned innermost_shown(struct hd_debuggee *d, const struct hd_unwind_frame *frames, unsigned n)
{
	unsigned i = 0;

	while (i < n && owner_of(d, frames[i].reg[HD_UNWIND_PC]) == HD_CODE_LIBC)
		i++;
	if (i >= n || owner_of(d, frames[i].reg[HD_UNWIND_PC]) != HD_CODE_RUNTIME)
		return 0;
	while (i < n && owner_of(d, frames[i].reg[HD_UNWIND_PC]) == HD_CODE_RUNTIME)
		i++;
	/* A handler of the runtime returns to a frame of the C library, which leads to the interrupted one.
	 */
	if (i + 1 < n && !frames[i + 1].called)
		i++;
	return i < n ? i : 0;
}

/* The call before this address, by the forms that it can have; the address before it if it has none of them.
 */
static uint64_t call_before(const struct hd_debuggee *d, uint64_t pc)
{
	unsigned char code[CALL_LONGEST];

	if (hd_tracee_read(&d->tracee, pc - CALL_LONGEST, code, CALL_LONGEST) != CALL_LONGEST)
		return pc - 1;
	if (code[CALL_LONGEST - 5] == 0xe8)
		return pc - 5;
	if (code[CALL_LONGEST - 6] == 0xff && code[CALL_LONGEST - 5] == 0x15)
		return pc - 6;
	if (code[CALL_LONGEST - 3] == 0x41 && code[CALL_LONGEST - 2] == 0xff)
		return pc - 3;
	return code[CALL_LONGEST - 2] == 0xff ? pc - 2 : pc - 1;
}

static void exact_place(const struct hd_unwind_frame *at, struct hd_stack_place *place)
{
	place->shown = *at;
	place->continues = at->reg[HD_UNWIND_PC];
	place->exact = true;
}

static unsigned unwind(struct hd_debuggee *d, const struct hd_unwind_frame *at,
		       struct hd_unwind_frame frames[FRAMES_MOST])
{
	if (!d->unwinder)
		d->unwinder = hd_unwinder_new(d->tracee.pid, read_word, d);
	return d->unwinder ? hd_unwind(d->unwinder, at, frames, FRAMES_MOST) : 0;
}

uint64_t hd_stacks_last_return(struct hd_debuggee *d, const struct hd_stack_place *place)
{
	struct hd_unwind_frame frames[FRAMES_MOST];
	unsigned n = place->unborn ? 0 : unwind(d, &place->shown, frames), last = n;

	if (n == FRAMES_MOST) /* the end was not seen */
		return 0;
	while (last > 1 && owner_of(d, frames[last - 1].reg[HD_UNWIND_PC]) == HD_CODE_RUNTIME)
		last--;
	return last < n ? frames[last].reg[HD_UNWIND_SP] - sizeof(uint64_t) : 0;
}

static void show_program_frame(struct hd_debuggee *d, const struct hd_unwind_frame *at,
			       struct hd_stack_place *place)
{
	struct hd_unwind_frame frames[FRAMES_MOST];
	unsigned n, shown;

	exact_place(at, place);
	if (owner_of(d, at->reg[HD_UNWIND_PC]) == HD_CODE_PROGRAM)
		return;
	n = unwind(d, at, frames);
	shown = n ? innermost_shown(d, frames, n) : 0;
	if (!shown)
		return;
	place->exact = false;
	place->shown = frames[shown];
	place->continues = frames[shown].reg[HD_UNWIND_PC];
	if (frames[shown].called)
		place->shown.reg[HD_UNWIND_PC] = call_before(d, place->continues);
}

bool hd_stacks_place(struct hd_debuggee *d, unsigned tid, struct hd_stack_place *place)
{
	const struct hd_wire_context *c = &d->slot->debug.contexts[tid];
	struct hd_unwind_frame at;

	memset(place, 0, sizeof(*place));
	if (!hd_stacks_alive(d, tid))
		return false;
	if (d->halt == HD_HALT_BEGINS || (tid != hd_running_thread(d) && !c->begun)) {
		unborn_place(c, place);
		return true;
	}
	if (tid == hd_running_thread(d))
		raw_frame(d, &at);
	else
		saved_frame(c, &at);
	if (tid == hd_running_thread(d) && d->halt == HD_HALT_BREAK)
		exact_place(&at, place); /* what the user asks for is shown as it is */
	else
		show_program_frame(d, &at, place);
	return true;
}
