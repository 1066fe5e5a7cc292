/* SPDX-License-Identifier: Apache-2.0
 *
 * Sites that are visited very often. A run of a hundred million accesses at shared sites must not become a
 * schedule of as many steps: from its HD_SAMPLE_AFTER-th visit in a run on, only one in HD_SAMPLE_ONE_IN
 * visits of a site is a scheduling point, on average. Which ones depends on the run's seed, the site and the
 * number of the visit alone, so it is the same in a replay, and another run picks others. The more
 * visits were chosen, the fewer follow: one in HD_SAMPLE_ONE_IN at first, half as many after each
 * HD_SAMPLE_STAGE of them. A run of HD_SOME_STEPS samples sites after HD_SAMPLE_EARLY visits, and after a
 * quarter of that each time its steps have doubled. From HD_MANY_STEPS on it is a stage further with each
 * doubling. The visits of a thread that has just begun to spin do not count for this, and each is a
 * scheduling point: the sooner the scheduler sees that the thread spins, the sooner it runs the threads that
 * this one waits for.
 *
 * A run of HD_LARGE accesses is large. From then on sites that are no scheduling points are sampled in the
 * same way, after HD_REST_AFTER visits each, and between two visits that count, a site rests: the runtime
 * checks only that the memory is valid. What such a run does not teach, other runs will. */
#pragma once

#include <stdbool.h>

#include "runtime/access/mute.h"
#include "runtime/common/site.h"

#define HD_SAMPLE_AFTER	 16384u
#define HD_SAMPLE_ONE_IN HD_MUTE_ONE_IN
#define HD_SAMPLE_STAGE	 512u
#define HD_SAMPLE_STAGES 4u    /* after this many stages the rate stays the same */
#define HD_SAMPLE_EARLY	 2048u /* instead of HD_SAMPLE_AFTER, in a run of HD_SOME_STEPS */
#define HD_SOME_STEPS	 (1u << 15)
#define HD_MANY_STEPS	 (1u << 18)
#define HD_REST_AFTER	 2048u

void hd_sample_init(void);
void hd_sample_run_begin(void);
/* A thread comes to a scheduling point at e, an access to addr. Sets e->skip to how many of the next visits
 * are none. */
void hd_sample_visit(struct hd_pc *e, uintptr_t addr);
/* The run has become large. */
void hd_sample_large(void);
/* In a large run, a thread accesses addr at e, which is no scheduling point and does not rest. */
void hd_sample_rest(struct hd_pc *e, uintptr_t addr, bool write);
/* No site is sampled in this run so far. */
bool hd_sample_is_idle(void);
/* Tell the controller how many sites have been sampled in this way. */
void hd_sample_run_end(void);
