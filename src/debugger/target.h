/* SPDX-License-Identifier: Apache-2.0
 *
 * What the protocol needs of the program that is debugged. Threads have numbers from 1 on, as the protocol
 * wants it: 0 means any of them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "debugger/registers.h"

enum hd_rsp_how { HD_RSP_CONTINUE, HD_RSP_STEP, HD_RSP_CONTINUE_BACK, HD_RSP_STEP_BACK };

enum hd_rsp_what {
	HD_RSP_STOPPED,
	HD_RSP_EXITED, /* `number` is its status */
	HD_RSP_KILLED, /* `number` is the signal */
	HD_RSP_LEFT    /* the debugger has gone  */
};

enum hd_rsp_why {
	HD_RSP_SIGNAL, /* or a breakpoint, or the end of a step */
	HD_RSP_WATCH,  /* `address` was written to …            */
	HD_RSP_RWATCH, /* … or read                             */
	HD_RSP_AWATCH, /* … or either                           */
	HD_RSP_HISTORY_BEGINS,
	HD_RSP_HISTORY_ENDS
};

struct hd_rsp_stop {
	enum hd_rsp_what what;
	enum hd_rsp_why why;
	int number;	  /* of the signal, or the exit status */
	unsigned thread;  /* that stopped */
	uint64_t address; /* of a watchpoint */
	char *text;	  /* to be shown before; malloc'ed or NULL */
};

/* Breakpoints by the numbers of the protocol. */
enum hd_rsp_point {
	HD_RSP_SOFTWARE,
	HD_RSP_HARDWARE,
	HD_RSP_ON_WRITE,
	HD_RSP_ON_READ,
	HD_RSP_ON_ACCESS,
	HD_RSP_POINTS
};

struct hd_rsp_target_ops {
	/* The numbers of all threads, `most` at most. Returns how many. */
	unsigned (*threads)(void *target, unsigned *numbers, unsigned most);
	bool (*alive)(void *target, unsigned thread);
	/* The name, and a text that says what it does: malloc'ed, or NULL. */
	char *(*thread_name)(void *target, unsigned thread);
	char *(*thread_text)(void *target, unsigned thread);
	bool (*read_registers)(void *target, unsigned thread, struct hd_rsp_registers *r);
	bool (*write_registers)(void *target, unsigned thread, const struct hd_rsp_registers *r);
	/* Where the thread has its copy of the thread-local variable at `offset` of the file that the loader
	 * lists at `link_map`. */
	bool (*thread_local)(void *target, unsigned thread, uint64_t offset, uint64_t link_map,
			     uint64_t *address);
	/* How many bytes could be read. */
	size_t (*read_memory)(void *target, uint64_t address, void *out, size_t n);
	bool (*write_memory)(void *target, uint64_t address, const void *bytes, size_t n);
	bool (*set_point)(void *target, enum hd_rsp_point kind, uint64_t address, size_t size, bool insert);
	/* Let the program go, forwards or backwards, and wait until it stops. `thread` is the one that steps;
	 * 0: any. */
	void (*resume)(void *target, enum hd_rsp_how how, unsigned thread, struct hd_rsp_stop *stop);
	/* Why it stands where it stands now. */
	void (*last_stop)(void *target, struct hd_rsp_stop *stop);
	/* Begin again. */
	void (*restart)(void *target);
	void (*kill)(void *target);
	/* A command of the user: what it answers, malloc'ed; NULL: there is no such command. */
	char *(*monitor)(void *target, const char *command);
	const char *(*program)(void *target);
	/* The auxiliary vector: returns its size. */
	size_t (*auxv)(void *target, void *out, size_t most);
};
