/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/tracee.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define OPTIONS                                                                                              \
	(PTRACE_O_EXITKILL | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |                \
	 PTRACE_O_TRACEEXEC)

static void *word(uint64_t value)
{
	return (void *)(uintptr_t)value; // NOLINT(performance-no-int-to-ptr): what ptrace takes
}

static bool open_memory(struct hd_tracee *t)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/%ld/mem", (long)t->pid);
	t->memory = open(path, O_RDWR | O_CLOEXEC);
	return t->memory >= 0;
}

bool hd_tracee_begin(struct hd_tracee *t, pid_t pid)
{
	t->pid = pid;
	t->signal = 0;
	t->watching = false;
	t->memory = -1;
	while (waitpid(pid, &t->status, __WALL) < 0 && errno == EINTR)
		;
	if (!WIFSTOPPED(t->status)) {
		t->pid = 0;
		return false;
	}
	if (!ptrace(PTRACE_SETOPTIONS, pid, NULL, word(OPTIONS)) && open_memory(t))
		return true;
	hd_tracee_kill(t);
	return false;
}

void hd_tracee_kill(struct hd_tracee *t)
{
	if (!t->pid)
		return;
	kill(-t->pid, SIGKILL); /* its group: children too */
	kill(t->pid, SIGKILL);
	while (waitpid(t->pid, &t->status, __WALL) >= 0 || errno == EINTR)
		if (WIFEXITED(t->status) || WIFSIGNALED(t->status))
			break;
	if (t->memory >= 0)
		close(t->memory);
	t->memory = -1;
	t->pid = 0;
}

static void go(struct hd_tracee *t, enum __ptrace_request how)
{
	ptrace(how, t->pid, NULL, word((unsigned)t->signal));
	t->signal = 0;
}

void hd_tracee_continue(struct hd_tracee *t)
{
	go(t, PTRACE_CONT);
}

void hd_tracee_step(struct hd_tracee *t)
{
	go(t, PTRACE_SINGLESTEP);
}

void hd_tracee_halt(const struct hd_tracee *t)
{
	syscall(SYS_tgkill, t->pid, t->pid, SIGSTOP);
}

/* A new process or kernel thread goes on untraced. */
static void release_child(struct hd_tracee *t, bool is_process)
{
	unsigned long child = 0;
	int status;

	ptrace(PTRACE_GETEVENTMSG, t->pid, NULL, &child);
	if (!child)
		return;
	while (waitpid((pid_t)child, &status, __WALL) < 0 && errno == EINTR)
		;
	if (is_process && t->forked)
		t->forked(t->of, (pid_t)child);
	ptrace(PTRACE_DETACH, (pid_t)child, NULL, NULL);
}

/* True: it is an event of ptrace's own, and the process goes on. */
static bool is_internal(struct hd_tracee *t)
{
	int event = t->status >> 16;

	if (!event)
		return false;
	if (event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK || event == PTRACE_EVENT_CLONE)
		release_child(t, event == PTRACE_EVENT_FORK);
	hd_tracee_continue(t);
	return true;
}

static enum hd_tracee_event event_of(struct hd_tracee *t)
{
	int signal = WSTOPSIG(t->status);

	if (signal == SIGTRAP)
		return HD_TRACEE_TRAP;
	if (signal == SIGSTOP)
		return HD_TRACEE_HALTED;
	t->signal = signal;
	return HD_TRACEE_SIGNAL;
}

bool hd_tracee_wait(struct hd_tracee *t, bool block, enum hd_tracee_event *event)
{
	for (;;) {
		pid_t pid = waitpid(t->pid, &t->status, __WALL | (block ? 0 : WNOHANG));

		if (!pid)
			return false;
		if (pid < 0 && errno == EINTR)
			continue;
		if (pid < 0 || !WIFSTOPPED(t->status)) {
			if (t->memory >= 0)
				close(t->memory);
			t->memory = -1;
			t->pid = 0;
			*event = HD_TRACEE_ENDED;
			return true;
		}
		if (is_internal(t))
			continue;
		*event = event_of(t);
		return true;
	}
}

bool hd_tracee_hit_breakpoint(const struct hd_tracee *t)
{
	siginfo_t info = {0};

	return !ptrace(PTRACE_GETSIGINFO, t->pid, NULL, &info) &&
	       (info.si_code == SI_KERNEL || info.si_code == TRAP_BRKPT);
}

void hd_tracee_registers(const struct hd_tracee *t, struct user_regs_struct *r)
{
	memset(r, 0, sizeof(*r));
	ptrace(PTRACE_GETREGS, t->pid, NULL, r);
}

void hd_tracee_set_registers(const struct hd_tracee *t, const struct user_regs_struct *r)
{
	ptrace(PTRACE_SETREGS, t->pid, NULL, r);
}

bool hd_tracee_float_registers(const struct hd_tracee *t, struct user_fpregs_struct *r)
{
	return !ptrace(PTRACE_GETFPREGS, t->pid, NULL, r);
}

/* The kernel hands out the area of the instruction xsave: a bit for each part that is not in its initial
 * state, and the parts. */
#define XSAVE_PRESENT	  512
#define XSAVE_PRESENT_AVX 4
#define XSAVE_AVX	  576
#define XSAVE_MOST	  16384

bool hd_tracee_avx_registers(const struct hd_tracee *t, uint8_t high[16][16])
{
	static char area[XSAVE_MOST];
	struct iovec piece = {.iov_base = area, .iov_len = sizeof(area)};
	size_t size = sizeof(uint8_t[16][16]);

	if (ptrace(PTRACE_GETREGSET, t->pid, word(NT_X86_XSTATE), &piece) || piece.iov_len < XSAVE_AVX + size)
		return false;
	memset(high, 0, size);
	if (area[XSAVE_PRESENT] & XSAVE_PRESENT_AVX)
		memcpy(high, area + XSAVE_AVX, size);
	return true;
}

static uint64_t debug_offset(unsigned number)
{
	return offsetof(struct user, u_debugreg) + number * sizeof(((struct user *)NULL)->u_debugreg[0]);
}

bool hd_tracee_set_debug(const struct hd_tracee *t, unsigned number, uint64_t value)
{
	return !ptrace(PTRACE_POKEUSER, t->pid, word(debug_offset(number)), word(value));
}

uint64_t hd_tracee_debug(const struct hd_tracee *t, unsigned number)
{
	return (uint64_t)ptrace(PTRACE_PEEKUSER, t->pid, word(debug_offset(number)), NULL);
}

size_t hd_tracee_read(const struct hd_tracee *t, uint64_t address, void *out, size_t n)
{
	ssize_t got = t->memory < 0 ? 0 : pread(t->memory, out, n, (off_t)address);

	return got > 0 ? (size_t)got : 0;
}

size_t hd_tracee_write(const struct hd_tracee *t, uint64_t address, const void *bytes, size_t n)
{
	ssize_t put = t->memory < 0 ? 0 : pwrite(t->memory, bytes, n, (off_t)address);

	return put > 0 ? (size_t)put : 0;
}
