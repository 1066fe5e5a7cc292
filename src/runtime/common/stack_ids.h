/* SPDX-License-Identifier: Apache-2.0
 *
 * Call stacks and sets of held locks as numbers: a chain is another chain and one link more, and equal chains
 * have the same number. So each of the accesses that an analysis remembers carries its whole stack in 32
 * bits. Chains are kept from run to run; 0 is the empty one. */
#pragma once

#include <stdint.h>

#include "runtime/common/thread.h"

struct hd_stack_id {
	uint64_t key;
	uint32_t site;
	uint32_t rest; /* the chain that this one lengthens */
};

void hd_stack_id_init(void);
/* NULL for the empty chain. */
const struct hd_stack_id *hd_stack_id_at(uint32_t chain);
/* The thread's call stack, from its outermost function to the one that runs. */
uint32_t hd_stack_id_of_calls(struct hd_thread *t);
/* Of the sites of a chain: the same in all workers, which number sites alike. Never 0. */
uint64_t hd_stack_id_hash(uint32_t chain);
/* The locks that the thread holds, in order of acquisition: key is the lock, site where it was acquired. */
uint32_t hd_stack_id_of_locks(const struct hd_thread *t);
