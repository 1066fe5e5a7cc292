/* SPDX-License-Identifier: Apache-2.0
 *
 * Slots: what a fiber runs on. A slot is a TLS block, borrowed from a real thread that was created once and
 * parked for good, and a stack of our own with a guard page. Slot 0 is the main thread with its own stack. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "runtime/memory/image.h"

struct hd_slot {
	uintptr_t fs;		   /* TLS base = pthread_t                                       */
	char *stack_lo, *stack_hi; /* without the guard page                                     */
	char *tls_lo, *tls_hi;	   /* the part that is put back for each new thread              */
	char *tls_copy;		   /* the contents of that part for a new thread                 */
	hd_tid tid;		   /* the thread that uses the slot, or used it last             */
	bool in_use;
	bool touched;	  /* used in this run: stack and TLS have to be put back            */
	uintptr_t min_sp; /* lowest stack pointer of the fibers that used it in this run */
};

extern struct hd_slot *hd_slots;
extern unsigned hd_nslots;

/* Create `count` parked threads. Called once, before the snapshot. */
void hd_pool_init(unsigned count);
/* Where main's fiber runs: below `hi` on the process's own stack. */
void hd_pool_main_stack(char *lo, char *hi);
/* A free slot, its TLS as new; 0: none left. */
unsigned hd_slot_take(void);
void hd_slot_give_back(unsigned slot);
/* Put stacks and TLS of all slots used in this run back. */
void hd_pool_reset(void);
/* Add the stacks and TLS of all slots used in this run to an image. */
void hd_pool_add_to(struct hd_image *image);
/* The slot whose TLS base this is; 0 is main's; -1: none. */
int hd_slot_of(uintptr_t fs);
