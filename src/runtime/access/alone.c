/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/alone.h"

#include "runtime/access/patch.h"
#include "runtime/arch/memory.h"
#include "runtime/common/rt.h"

#define SEEN_BITS   12
#define OFTEN	    1024u /* visits of a call */
#define FLUSH_AFTER 4096u /* visits of all calls between two changes of the code */

static struct {
	uint64_t visits;
	bool some_out;
	struct {
		uintptr_t pc;
		uint32_t n;
	} seen[1u << SEEN_BITS]; /* a call that comes seldom makes room for others */
} alone;

void hd_alone_run_begin(void)
{
	if (alone.visits >= HD_LARGE)
		hd_fill(alone.seen, 0, sizeof alone.seen);
	alone.visits = 0;
	alone.some_out = false;
}

static void count(uintptr_t pc)
{
	uintptr_t i = (pc ^ pc >> SEEN_BITS) & ((1u << SEEN_BITS) - 1);

	if (alone.seen[i].pc != pc) {
		alone.seen[i].pc = pc;
		alone.seen[i].n = 0;
	}
	if (++alone.seen[i].n < OFTEN)
		return;
	alone.seen[i].n = 0;
	alone.some_out = true;
	hd_patch_out(pc);
}

void hd_alone_visit(uintptr_t pc)
{
	if (++alone.visits < HD_LARGE)
		return;
	count(pc);
	if (alone.visits % FLUSH_AFTER == 0)
		hd_patch_flush();
}

bool hd_alone_all_are_in(void)
{
	return !alone.some_out;
}

void hd_alone_no_more(void)
{
	if (alone.some_out)
		hd_patch_all_in();
	alone.some_out = false;
}
