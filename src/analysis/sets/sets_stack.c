/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_stack.h"

const struct hd_layout_function *hd_function(const struct hd_sets *s, uint32_t function)
{
	return &s->layout->functions[function % HD_LAYOUT_FUNCTIONS];
}

struct hd_sets_thread *hd_sets_thread(struct hd_sets *s, hd_tid tid)
{
	struct hd_sets_thread *t = &s->threads[tid];

	if (s->thread_run[tid] == s->run)
		return t->frames ? t : NULL;
	s->thread_run[tid] = s->run;
	*t = (struct hd_sets_thread){
	    .frames = hd_arena_take(s->arena, sizeof(struct hd_sets_frame) * HD_SETS_FRAMES)};
	s->full |= !t->frames;
	return t->frames ? t : NULL;
}
