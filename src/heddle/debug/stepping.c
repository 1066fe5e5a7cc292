/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/stepping.h"

#include "heddle/debug/running.h"
#include "heddle/debug/stacks.h"

#define HANDLER_LONGEST 5000000 /* instructions of the runtime for a signal */
#define RETURN_CODE	0xc3
#define RETURN_POP_CODE 0xc2

/* Run until the thread comes to this address with its stack at `sp` or above. */
static enum hd_halt run_to(struct hd_debuggee *d, unsigned tid, uint64_t address, uint64_t sp)
{
	enum hd_halt halt;
	struct user_regs_struct r;
	bool was_there = hd_stop_points_owners(&d->points, address) & HD_POINT_PASSING;

	hd_stop_points_add(&d->points, address, HD_POINT_PASSING);
	for (;;) {
		halt = hd_running_go_on(d);
		if (halt == HD_HALT_DIED || (halt != HD_HALT_PASSING && halt != HD_HALT_BREAK))
			break;
		hd_tracee_registers(&d->tracee, &r);
		if (r.rip == address && r.rsp >= sp && hd_running_thread(d) == tid) {
			halt = HD_HALT_STEPPED;
			break;
		}
		if (hd_stop_points_owners(&d->points, r.rip) & HD_POINT_USER) {
			halt = HD_HALT_BREAK;
			break;
		}
	}
	if (!was_there)
		hd_stop_points_drop(&d->points, address, HD_POINT_PASSING);
	return halt;
}

/* A signal has led into the runtime: single steps until the thread is back in the program. */
static enum hd_halt step_out_of_handler(struct hd_debuggee *d, unsigned tid)
{
	for (unsigned long i = 0; i < HANDLER_LONGEST; i++) {
		uint64_t pc = hd_running_pc(d);

		if (pc == d->slot->debug.stop_function)
			return hd_running_halt_of_runtime(d);
		if (hd_code_owner_of(&d->code, pc) == HD_CODE_PROGRAM && hd_running_thread(d) == tid)
			return HD_HALT_STEPPED;
		if (!hd_running_step_raw(d))
			return HD_HALT_DIED;
	}
	return hd_running_go_on(d);
}

static bool is_return(const struct hd_debuggee *d, uint64_t pc)
{
	unsigned char code[2] = {0};

	hd_tracee_read(&d->tracee, pc, code, sizeof(code));
	return code[0] == RETURN_CODE || code[0] == RETURN_POP_CODE ||
	       (code[0] == 0xf3 && code[1] == RETURN_CODE);
}

static enum hd_halt step_here(struct hd_debuggee *d, unsigned tid)
{
	struct user_regs_struct before, after;
	uint64_t back = 0;

	hd_tracee_registers(&d->tracee, &before);
	hd_stop_points_insert_watch(&d->points, &d->tracee);
	if (!hd_running_step_raw(d))
		return HD_HALT_DIED;
	hd_tracee_registers(&d->tracee, &after);
	if (hd_code_owner_of(&d->code, after.rip) != HD_CODE_RUNTIME ||
	    hd_code_owner_of(&d->code, before.rip) == HD_CODE_RUNTIME) {
		const struct hd_watchpoint *w = hd_stop_points_triggered(&d->points, &d->tracee);

		if (w)
			d->triggered = *w;
		return w ? HD_HALT_WATCH : HD_HALT_STEPPED;
	}
	if (is_return(d, before.rip))
		return hd_running_go_on(d); /* its first function has ended */
	hd_tracee_read(&d->tracee, after.rsp, &back, sizeof(back));
	if (hd_code_owner_of(&d->code, back) == HD_CODE_RUNTIME || !hd_code_owner_of(&d->code, back) ||
	    after.rsp + sizeof(back) < before.rsp)
		return step_out_of_handler(d, tid);
	return run_to(d, tid, back, after.rsp + sizeof(back));
}

static enum hd_halt step_thread(struct hd_debuggee *d, unsigned tid)
{
	struct hd_stack_place place;
	enum hd_halt halt;

	if (tid == hd_running_thread(d) && d->halt != HD_HALT_BEGINS &&
	    hd_code_owner_of(&d->code, hd_running_pc(d)) == HD_CODE_PROGRAM)
		return step_here(d, tid);
	if (!hd_stacks_place(d, tid, &place))
		return hd_running_go_on(d);
	if (place.exact)
		return step_here(d, tid);
	halt = run_to(d, tid, place.continues, place.unborn ? 0 : place.shown.reg[HD_UNWIND_SP]);
	return halt == HD_HALT_STEPPED && place.unborn ? step_here(d, tid) : halt;
}

void hd_stepping_run_to(struct hd_debuggee *d, unsigned tid, uint64_t pc, uint64_t sp)
{
	enum hd_halt halt = run_to(d, tid, pc, sp);

	d->moves++;
	d->halt = halt;
}

void hd_stepping_step(struct hd_debuggee *d, unsigned tid)
{
	enum hd_halt halt = step_thread(d, tid);

	d->moves++;
	d->halt = halt;
}
