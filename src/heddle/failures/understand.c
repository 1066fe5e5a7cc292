/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/understand.h"

#include "base/clock.h"
#include "heddle/shrink/explain.h"
#include "heddle/shrink/failure_key.h"
#include "heddle/workers/uncontrolled_sources.h"

/* Steps of all experiments of one kind, for each run that they may take; and the seconds that they may take
 * if the search took no longer, which only matters for programs of which a run takes many milliseconds. */
#define STEPS_PER_RUN 8000
#define SECONDS_LEAST 1.0
#define EXPLAIN_PART  0.5 /* of the time, for the second kind of experiments */
#define REPEATS	      5	  /* of what might end in another way by chance */

static struct hd_trials_options trials_options(const struct hd_puzzle *p, double part)
{
	double most = p->seconds > SECONDS_LEAST ? p->seconds : SECONDS_LEAST,
	       until = p->options->shrink_patient ? p->deadline : hd_now() + part * most;

	return (struct hd_trials_options){.runs = p->options->shrink_runs,
					  .steps = p->options->shrink_runs * STEPS_PER_RUN,
					  .reset = p->options->reset,
					  .timeout = p->options->timeout,
					  .repeats = 1,
					  .orders = p->orders,
					  .deadline = until < p->deadline ? until : p->deadline};
}

void hd_understand(const struct hd_puzzle *p, struct hd_understood *u)
{
	uint64_t key = hd_failure_key(p->replay->workers.wire, &p->replay->last);
	struct hd_trials_options options = trials_options(p, 1);

	bool uncontrolled = hd_sources_kind(p->replay->workers.wire, p->symbols) != HD_SOURCES_NONE;

	*u = (struct hd_understood){0};
	if (!p->options->shrink_runs)
		return;
	if (!uncontrolled)
		hd_minimize(p->target, p->schedule, key, &options, p->symbols, &u->small);
	uncontrolled |= hd_outside_takes_part(p->schedule);
	if (!u->small.shown && !uncontrolled)
		return;
	options = trials_options(p, EXPLAIN_PART);
	if (uncontrolled) {
		options.repeats = REPEATS;
		options.runs /= REPEATS;
	}
	hd_explain(p->target, u->small.for_trials ? u->small.for_trials : p->schedule, key, &options,
		   &u->decisive);
}

void hd_understood_is_larger(struct hd_understood *u)
{
	if (u->small.schedule)
		hd_decisive_free(&u->decisive);
	hd_minimized_free(&u->small);
	u->small.after = u->small.before;
}

void hd_understood_free(struct hd_understood *u)
{
	hd_decisive_free(&u->decisive);
	hd_minimized_free(&u->small);
}
