/* SPDX-License-Identifier: Apache-2.0
 *
 * The traced process of a replay: ptrace(2), and nothing of threads or schedules. All that Heddle's runtime
 * runs of the program is in one kernel thread, the only one that is traced. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

enum hd_tracee_event {
	HD_TRACEE_TRAP,	  /* a breakpoint, a watchpoint or the end of a step       */
	HD_TRACEE_SIGNAL, /* `signal` is about to be delivered, and held back      */
	HD_TRACEE_HALTED, /* hd_tracee_halt() has stopped it                       */
	HD_TRACEE_ENDED	  /* the process is no more; `status` is that of waitpid() */
};

struct hd_tracee {
	pid_t pid;     /* 0: there is none */
	int memory;    /* /proc/PID/mem */
	bool watching; /* some debug registers are set */
	int signal;    /* to be delivered when it goes on; 0: none */
	int status;
	void (*forked)(
	    void *of, pid_t child); /* the process has made this one, which is stopped: before it is let go */
	void *of;
};

/* Take over a process that has been started with PTRACE_TRACEME: returns when its exec is done. False: it has
 * ended. */
bool hd_tracee_begin(struct hd_tracee *t, pid_t pid);
void hd_tracee_kill(struct hd_tracee *t);

/* Let it go on, for one instruction or until something happens. */
void hd_tracee_continue(struct hd_tracee *t);
void hd_tracee_step(struct hd_tracee *t);
/* Stop it: an event follows. */
void hd_tracee_halt(const struct hd_tracee *t);
/* Wait for the next event, or return false if there is none yet and `block` is false. */
bool hd_tracee_wait(struct hd_tracee *t, bool block, enum hd_tracee_event *event);

/* The trap is that of a breakpoint instruction. */
bool hd_tracee_hit_breakpoint(const struct hd_tracee *t);
void hd_tracee_registers(const struct hd_tracee *t, struct user_regs_struct *r);
void hd_tracee_set_registers(const struct hd_tracee *t, const struct user_regs_struct *r);
bool hd_tracee_float_registers(const struct hd_tracee *t, struct user_fpregs_struct *r);
/* The upper halves of ymm0 … ymm15. False: the processor has none. */
bool hd_tracee_avx_registers(const struct hd_tracee *t, uint8_t high[16][16]);
/* One of the debug registers. False: the processor does not take the value. */
bool hd_tracee_set_debug(const struct hd_tracee *t, unsigned number, uint64_t value);
uint64_t hd_tracee_debug(const struct hd_tracee *t, unsigned number);
/* How many bytes could be read or written. */
size_t hd_tracee_read(const struct hd_tracee *t, uint64_t address, void *out, size_t n);
size_t hd_tracee_write(const struct hd_tracee *t, uint64_t address, const void *bytes, size_t n);
