/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/session_ops.h"

#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/debug/monitor.h"
#include "heddle/debug/running.h"
#include "heddle/debug/stacks.h"
#include "heddle/debug/start.h"
#include "heddle/debug/stop_text.h"
#include "wire/wire_check.h"

static unsigned session_threads(void *target, unsigned *numbers, unsigned most)
{
	struct hd_debug_session *s = target;
	unsigned n = 0, all = hd_stacks_threads(&s->debuggee);

	for (unsigned tid = 0; tid < all && n < most; tid++)
		if (hd_stacks_alive(&s->debuggee, tid))
			numbers[n++] = tid + 1;
	return n;
}

static bool session_alive(void *target, unsigned thread)
{
	struct hd_debug_session *s = target;

	return thread && hd_stacks_alive(&s->debuggee, thread - 1);
}

static char *session_thread_name(void *target, unsigned thread)
{
	struct hd_debug_session *s = target;

	return hd_thread_text_name(&s->texts, &s->debuggee, thread - 1);
}

static char *session_thread_text(void *target, unsigned thread)
{
	struct hd_debug_session *s = target;

	return hd_thread_text(&s->texts, &s->debuggee, thread - 1);
}

/* ---- registers ---- */

static void take_float_registers(const struct hd_tracee *t, struct hd_rsp_registers *r)
{
	struct user_fpregs_struct f;

	r->float_known = hd_tracee_float_registers(t, &f);
	if (!r->float_known)
		return;
	for (unsigned i = 0; i < 8; i++)
		memcpy(r->st[i], (char *)f.st_space + (size_t)16 * i, sizeof(r->st[i]));
	memcpy(r->xmm, f.xmm_space, sizeof(r->xmm));
	r->float_control[0] = f.cwd;
	r->float_control[1] = f.swd;
	r->float_control[2] = f.ftw;
	r->mxcsr = f.mxcsr;
	r->avx_known = hd_tracee_avx_registers(t, r->ymm_high);
}

static void take_general_registers(const struct hd_unwind_frame *f, struct hd_rsp_registers *r)
{
	static const unsigned char from[] = {HD_UNWIND_AX, HD_UNWIND_BX, HD_UNWIND_CX, HD_UNWIND_DX,
					     HD_UNWIND_SI, HD_UNWIND_DI, HD_UNWIND_BP, HD_UNWIND_SP};

	for (unsigned i = 0; i < sizeof(from); i++)
		r->general[i] = f->reg[from[i]];
	for (unsigned i = 0; i < 8; i++)
		r->general[HD_RSP_R8 + i] = f->reg[HD_UNWIND_R8 + i];
	r->general[HD_RSP_PC] = f->reg[HD_UNWIND_PC];
}

static bool session_read_registers(void *target, unsigned thread, struct hd_rsp_registers *r)
{
	struct hd_debug_session *s = target;
	struct hd_debuggee *d = &s->debuggee;
	struct hd_stack_place place;
	struct user_regs_struct raw;

	if (!thread || !hd_stacks_place(d, thread - 1, &place))
		return false;
	hd_stack_ends_note(&s->stack_ends, d, thread - 1, &place);
	hd_tracee_registers(&d->tracee, &raw);
	take_general_registers(&place.shown, r);
	r->general[HD_RSP_FLAGS] = raw.eflags;
	r->general[HD_RSP_CS] = raw.cs;
	r->general[HD_RSP_SS] = raw.ss;
	r->original_ax = (uint64_t)-1;
	r->fs_base = d->slot->debug.contexts[thread - 1].fs;
	r->gs_base = raw.gs_base;
	if (place.exact && thread - 1 == hd_running_thread(d))
		take_float_registers(&d->tracee, r);
	return true;
}

/* Only where the thread really is can its registers be set. */
static bool session_write_registers(void *target, unsigned thread, const struct hd_rsp_registers *r)
{
	struct hd_debug_session *s = target;
	struct hd_debuggee *d = &s->debuggee;
	struct hd_stack_place place;
	struct user_regs_struct raw;
	const uint64_t *g = r->general;

	if (!thread || thread - 1 != hd_running_thread(d) || !hd_stacks_place(d, thread - 1, &place) ||
	    !place.exact)
		return false;
	hd_tracee_registers(&d->tracee, &raw);
	raw.rax = g[HD_RSP_AX], raw.rbx = g[HD_RSP_BX], raw.rcx = g[HD_RSP_CX], raw.rdx = g[HD_RSP_DX];
	raw.rsi = g[HD_RSP_SI], raw.rdi = g[HD_RSP_DI], raw.rbp = g[HD_RSP_BP], raw.rsp = g[HD_RSP_SP];
	raw.r8 = g[HD_RSP_R8], raw.r9 = g[HD_RSP_R9], raw.r10 = g[HD_RSP_R10], raw.r11 = g[HD_RSP_R11];
	raw.r12 = g[HD_RSP_R12], raw.r13 = g[HD_RSP_R13], raw.r14 = g[HD_RSP_R14], raw.r15 = g[HD_RSP_R15];
	raw.rip = g[HD_RSP_PC];
	raw.eflags = g[HD_RSP_FLAGS];
	hd_tracee_set_registers(&d->tracee, &raw);
	return true;
}

/* ---- thread-local variables ---- */

/* The path of the file that the loader lists there. The program itself has no name in that list. */
static bool path_in_link_map(const struct hd_debuggee *d, uint64_t link_map, char path[HD_PATH_MAX])
{
	struct link_map map;
	char own[32];
	ssize_t n;

	if (hd_tracee_read(&d->tracee, link_map, &map, sizeof(map)) != sizeof(map))
		return false;
	memset(path, 0, HD_PATH_MAX);
	hd_tracee_read(&d->tracee, (uintptr_t)map.l_name, path, HD_PATH_MAX - 1);
	if (path[0])
		return true;
	snprintf(own, sizeof(own), "/proc/%d/exe", (int)d->tracee.pid);
	n = readlink(own, path, HD_PATH_MAX - 1);
	path[n > 0 ? n : 0] = '\0';
	return n > 0;
}

/* NULL: none that is known. */
static const struct hd_wire_module *module_at(const struct hd_debuggee *d, uint64_t link_map)
{
	const struct hd_wire *wire = d->workers->wire;
	char path[HD_PATH_MAX];

	if (!path_in_link_map(d, link_map, path))
		return NULL;
	for (uint32_t i = 0; i < hd_wire_modules(wire); i++)
		if (!strncmp(wire->modules[i].path, path, HD_PATH_MAX))
			return &wire->modules[i];
	return NULL;
}

static bool session_thread_local(void *target, unsigned thread, uint64_t offset, uint64_t link_map,
				 uint64_t *address)
{
	struct hd_debug_session *s = target;
	struct hd_debuggee *d = &s->debuggee;
	const struct hd_wire_module *m = module_at(d, link_map);

	if (!session_alive(target, thread) || !m || offset >= m->tls_size)
		return false;
	*address = d->slot->debug.contexts[thread - 1].fs - m->tls_below + offset;
	return true;
}

/* ---- memory ---- */

static size_t session_read_memory(void *target, uint64_t address, void *out, size_t n)
{
	struct hd_debug_session *s = target;

	n = hd_tracee_read(&s->debuggee.tracee, address, out, n);
	hd_stack_ends_hide(&s->stack_ends, &s->debuggee, address, out, n);
	return n;
}

static bool session_write_memory(void *target, uint64_t address, const void *bytes, size_t n)
{
	struct hd_debug_session *s = target;

	return hd_tracee_write(&s->debuggee.tracee, address, bytes, n) == n;
}

static bool session_set_point(void *target, enum hd_rsp_point kind, uint64_t address, size_t size,
			      bool insert)
{
	struct hd_debug_session *s = target;
	struct hd_stop_points *p = &s->debuggee.points;
	unsigned char byte;

	if (kind != HD_RSP_SOFTWARE && kind != HD_RSP_HARDWARE)
		return hd_stop_points_watch(p, kind, address, size, insert);
	if (insert && hd_tracee_read(&s->debuggee.tracee, address, &byte, 1) != 1)
		return false;
	if (insert)
		hd_stop_points_add(p, address, HD_POINT_USER);
	else
		hd_stop_points_drop(p, address, HD_POINT_USER);
	return true;
}

/* ---- going on ---- */

static void session_last_stop(void *target, struct hd_rsp_stop *stop)
{
	struct hd_debug_session *s = target;

	hd_stop_describe(&s->debuggee, stop);
}

/* At an end of the history: nothing was recorded beyond it. */
static void say_end(struct hd_debuggee *d, enum hd_rsp_why why, struct hd_rsp_stop *stop)
{
	hd_stop_describe(d, stop);
	stop->why = why;
}

static void go_forward(struct hd_debug_session *s, enum hd_rsp_how how, unsigned thread,
		       struct hd_rsp_stop *stop)
{
	struct hd_debuggee *d = &s->debuggee;

	if (d->halt == HD_HALT_FAILS) {
		say_end(d, HD_RSP_HISTORY_ENDS, stop);
		return;
	}
	if (how == HD_RSP_STEP)
		hd_timeline_step(&s->timeline, d, thread ? thread - 1 : hd_stacks_shown_thread(d));
	else
		hd_timeline_continue(&s->timeline, d);
	hd_stop_describe(d, stop);
	stop->text = hd_stop_text(d);
}

static void go_backward(struct hd_debug_session *s, enum hd_rsp_how how, unsigned thread,
			struct hd_rsp_stop *stop)
{
	struct hd_debuggee *d = &s->debuggee;
	enum hd_back back;

	if (how == HD_RSP_STEP_BACK)
		back =
		    hd_timeline_step_back(&s->timeline, d, thread ? thread - 1 : hd_stacks_shown_thread(d));
	else
		back = hd_timeline_continue_back(&s->timeline, d);
	if (back == HD_BACK_BEGINS) {
		say_end(d, HD_RSP_HISTORY_BEGINS, stop);
		return;
	}
	hd_stop_describe(d, stop);
	if (back == HD_BACK_LOST)
		stop->text = hd_strdup("heddle: the replay did not come to the same place again\n");
}

static void session_resume(void *target, enum hd_rsp_how how, unsigned thread, struct hd_rsp_stop *stop)
{
	struct hd_debug_session *s = target;

	if (!s->debuggee.tracee.pid || s->debuggee.halt == HD_HALT_ENDS)
		hd_stop_describe(&s->debuggee, stop);
	else if (how == HD_RSP_CONTINUE || how == HD_RSP_STEP)
		go_forward(s, how, thread, stop);
	else
		go_backward(s, how, thread, stop);
}

static void session_restart(void *target)
{
	struct hd_debug_session *s = target;

	hd_debuggee_start(&s->debuggee);
	hd_timeline_begin(&s->timeline);
}

static void session_kill(void *target)
{
	struct hd_debug_session *s = target;

	hd_tracee_kill(&s->debuggee.tracee); /* what is around the program ends with the session */
	s->debuggee.moves++;
}

static char *session_monitor(void *target, const char *command)
{
	struct hd_debug_session *s = target;

	return hd_monitor(s, command);
}

static const char *session_program(void *target)
{
	const struct hd_debug_session *s = target;

	return s->debuggee.target.program;
}

static size_t session_auxv(void *target, void *out, size_t most)
{
	const struct hd_debug_session *s = target;
	char path[64];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%ld/auxv", (long)s->debuggee.tracee.pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = read(fd, out, most);
	close(fd);
	return n > 0 ? (size_t)n : 0;
}

const struct hd_rsp_target_ops hd_debug_session_ops = {
    .threads = session_threads,
    .alive = session_alive,
    .thread_name = session_thread_name,
    .thread_text = session_thread_text,
    .read_registers = session_read_registers,
    .write_registers = session_write_registers,
    .thread_local = session_thread_local,
    .read_memory = session_read_memory,
    .write_memory = session_write_memory,
    .set_point = session_set_point,
    .resume = session_resume,
    .last_stop = session_last_stop,
    .restart = session_restart,
    .kill = session_kill,
    .monitor = session_monitor,
    .program = session_program,
    .auxv = session_auxv,
};
