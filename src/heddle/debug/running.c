/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/running.h"

#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>

#include "heddle/workers/target.h"

#define LOOK_EVERY_MS 50
#define INTERRUPT     3

unsigned hd_running_thread(const struct hd_debuggee *d)
{
	uint64_t address = d->slot->debug.current_address;
	hd_tid tid = 0;

	if (address)
		hd_tracee_read(&d->tracee, address, &tid, sizeof(tid));
	return tid;
}

uint64_t hd_running_pc(const struct hd_debuggee *d)
{
	struct user_regs_struct r;

	hd_tracee_registers(&d->tracee, &r);
	return r.rip;
}

/* ---- waiting ---- */

/* What the debugger sends while the program runs: the wish that it stops, or the end of the connection. */
static enum hd_halt look_at_debugger(const struct hd_debuggee *d)
{
	char byte;
	ssize_t n = recv(d->connection, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

	if (n > 0 && (byte == INTERRUPT || byte == '+')) {
		recv(d->connection, &byte, 1, MSG_DONTWAIT);
		return byte == INTERRUPT ? HD_HALT_INTERRUPT : HD_HALT_STEPPED;
	}
	return n == 0 ? HD_HALT_LEFT : HD_HALT_STEPPED;
}

/* Returns when the process has stopped. *wish becomes why the debugger wanted that, if it did. */
static enum hd_tracee_event await(struct hd_debuggee *d, enum hd_halt *wish)
{
	struct pollfd fds[] = {{.fd = d->target.signals->fd, .events = POLLIN},
			       {.fd = d->connection, .events = POLLIN},
			       {.fd = hd_debug_server_reads(&d->around), .events = POLLIN}};
	enum hd_tracee_event event;

	while (!hd_tracee_wait(&d->tracee, false, &event)) {
		poll(fds, sizeof(fds) / sizeof(*fds), LOOK_EVERY_MS);
		hd_signals_read(d->target.signals);
		hd_debug_server_look(&d->around, d->tracee.pid);
		if (!(fds[1].revents & (POLLIN | POLLHUP)) || *wish != HD_HALT_STEPPED)
			continue;
		*wish = look_at_debugger(d);
		if (*wish != HD_HALT_STEPPED)
			hd_tracee_halt(&d->tracee);
	}
	return event;
}

/* ---- stops ---- */

enum hd_halt hd_running_halt_of_runtime(const struct hd_debuggee *d)
{
	switch (d->slot->debug.why) {
	case HD_DEBUG_BEGINS:
		return HD_HALT_BEGINS;
	case HD_DEBUG_STEP:
		return HD_HALT_DECISION;
	case HD_DEBUG_FAILS:
		return HD_HALT_FAILS;
	default:
		return HD_HALT_ENDS;
	}
}

static enum hd_halt halt_at(const struct hd_debuggee *d, unsigned owners)
{
	if (owners & HD_POINT_HEDDLE)
		return hd_running_halt_of_runtime(d);
	return owners & HD_POINT_PASSING ? HD_HALT_PASSING : HD_HALT_BREAK;
}

/* The last instruction has touched something that is watched, which becomes d->triggered. */
static bool touches_watched(struct hd_debuggee *d)
{
	const struct hd_watchpoint *w = hd_stop_points_triggered(&d->points, &d->tracee);

	if (w)
		d->triggered = *w;
	return w;
}

/* After a trap: the process stands at a breakpoint, or a watchpoint was touched. False: neither. */
static bool take_trap(struct hd_debuggee *d, enum hd_halt *halt)
{
	struct user_regs_struct r;
	unsigned owners;

	if (hd_tracee_hit_breakpoint(&d->tracee)) {
		hd_tracee_registers(&d->tracee, &r);
		owners = hd_stop_points_owners(&d->points, r.rip - 1);
		if (!owners)
			return false;
		r.rip--;
		hd_tracee_set_registers(&d->tracee, &r);
		*halt = halt_at(d, owners);
		return true;
	}
	*halt = HD_HALT_WATCH;
	return touches_watched(d);
}

/* ---- one instruction ---- */

static bool is_timer_of_runtime(int signal)
{
	return signal == HD_TICK_SIGNAL || signal == HD_WATCH_SIGNAL;
}

/* One instruction of whatever code is there. A signal that it causes leads into the runtime's handler. False:
 * the process has ended. */
bool hd_running_step_raw(struct hd_debuggee *d)
{
	for (;;) {
		enum hd_tracee_event event;

		hd_tracee_step(&d->tracee);
		hd_tracee_wait(&d->tracee, true, &event);
		switch (event) {
		case HD_TRACEE_TRAP:
			return true;
		case HD_TRACEE_SIGNAL:
			if (is_timer_of_runtime(d->tracee.signal))
				d->tracee.signal =
				    0; /* only the processor time that a thread takes: it takes none */
			break;
		case HD_TRACEE_HALTED:
			break;
		case HD_TRACEE_ENDED:
			return false;
		}
	}
}

/* ---- going on ---- */

enum hd_halt hd_running_go_on(struct hd_debuggee *d)
{
	enum hd_halt halt = HD_HALT_STEPPED, wish = HD_HALT_STEPPED;

	if (hd_stop_points_owners(&d->points, hd_running_pc(d))) {
		hd_stop_points_insert_watch(&d->points, &d->tracee);
		if (!hd_running_step_raw(d))
			return HD_HALT_DIED;
		if (touches_watched(d))
			return HD_HALT_WATCH;
	}
	hd_stop_points_insert(&d->points, &d->tracee);
	for (;;) {
		enum hd_tracee_event event;

		hd_tracee_continue(&d->tracee);
		event = await(d, &wish);
		if (event == HD_TRACEE_ENDED) {
			halt = HD_HALT_DIED;
			break;
		}
		if (event == HD_TRACEE_TRAP && take_trap(d, &halt))
			break;
		if (event == HD_TRACEE_HALTED && wish != HD_HALT_STEPPED) {
			halt = wish;
			break;
		}
		/* Signals of the program are the runtime's business; a halt that came too late is none any
		 * more. */
	}
	hd_stop_points_remove(&d->points, &d->tracee);
	return halt;
}

void hd_running_continue(struct hd_debuggee *d)
{
	d->moves++;
	d->halt = hd_running_go_on(d);
}

/* ---- calls of the runtime ---- */

/* The call returns to address 0 of its stack, where no code is: the fault is the sign that it is over. */
void hd_running_call(struct hd_debuggee *d, uint64_t function)
{
	uint64_t slot = HD_WIRE_ADDRESS + (uint64_t)((char *)d->slot - (char *)d->workers->wire);
	uint64_t sp = slot + offsetof(struct hd_wire_worker, debug.stack) + HD_DEBUG_STACK - sizeof(uint64_t);
	struct user_regs_struct saved, r;
	int signal = d->tracee.signal, held = 0;
	enum hd_tracee_event event;

	hd_tracee_registers(&d->tracee, &saved);
	r = saved;
	r.rip = function;
	r.rsp = sp & ~15ULL;
	r.rsp -= sizeof(uint64_t);
	r.orig_rax = (unsigned long long)-1;
	hd_tracee_write(&d->tracee, r.rsp, &(uint64_t){0}, sizeof(uint64_t));
	hd_tracee_set_registers(&d->tracee, &r);
	d->tracee.signal = 0;
	do {
		hd_tracee_continue(&d->tracee);
		hd_tracee_wait(&d->tracee, true, &event);
		if (event == HD_TRACEE_ENDED)
			return;
		if (event == HD_TRACEE_SIGNAL && d->tracee.signal != SIGSEGV)
			held = d->tracee.signal;
		if (event == HD_TRACEE_SIGNAL && d->tracee.signal == SIGSEGV)
			break;
		d->tracee.signal = 0;
	} while (true);
	d->tracee.signal = signal ? signal : held;
	hd_tracee_set_registers(&d->tracee, &saved);
}
