/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program tells a race detector about itself, by ThreadSanitizer's public interface (abi_interface.c)
 * or by the older dynamic annotations (abi_annotate.c). It concerns the analyses alone and changes no
 * schedule. Each function does nothing outside of a run, but for hd_annotate_benign(). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"

/* From here on, and until as many calls of the other function, the analyses find no race with accesses of the
 * running thread. */
void hd_annotate_ignore_accesses(void);
void hd_annotate_see_accesses(void);
/* In the same way: the running thread's synchronisation orders nothing. */
void hd_annotate_ignore_order(void);
void hd_annotate_see_order(void);

/* What the running thread has done so far happens before what comes after hd_annotate_after() for the same
 * address. */
void hd_annotate_before(const volatile void *addr);
void hd_annotate_after(const volatile void *addr);

/* An allocator of the program's own hands out this memory anew. */
void hd_annotate_new_memory(const volatile void *addr, size_t size);
/* Races on this memory are of no interest, from now on; before main: in all runs. */
void hd_annotate_benign(const volatile void *addr, size_t size);

/* The program initialises or destroys, wants, takes or gives back a lock of its own. */
void hd_annotate_lock_life(const volatile void *lock, enum hd_event_kind kind, uint32_t site);
void hd_annotate_lock_wanted(const volatile void *lock, bool shared, uint32_t site);
void hd_annotate_locked(const volatile void *lock, bool shared, uint32_t site);
void hd_annotate_unlocked(const volatile void *lock, uint32_t site);
