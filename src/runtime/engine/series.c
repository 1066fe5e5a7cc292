/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/series.h"

#include <sys/syscall.h>
#include <time.h>

#include "runtime/arch/arch.h"
#include "runtime/common/rt.h"
#include "strategy/portfolio.h"
#include "strategy/strategy.h"

#define QUICK_QUESTIONS 2000   /* after which the processor is given to others between questions */
#define MOST_YIELDS	200000 /* … and after which this process sleeps between them */
#define ASK_AGAIN_NS	200000

/* What the program answers: no test is there yet; the run has one thread alone; search by chance; search
 * systematically. */
enum series_answer { LATER = -1, ALONE, BY_CHANCE, SYSTEMATIC };

/* `exhausted`: all schedules of the last test were tried. *test: a number, another one for another test. */
typedef int series_function(void *context, int exhausted, unsigned *test);

static series_function *next_test;
static void *series_context;

/* Called by the program before main. */
HD_EXPORT void heddle_test_series(series_function *next, void *context);

HD_EXPORT void heddle_test_series(series_function *next, void *context)
{
	next_test = next;
	series_context = context;
}

bool hd_series_is_one(void)
{
	return next_test && !hd_rt.wire->replaying;
}

/* Between questions: the controller makes the next test at this moment, and needs a processor to do so. */
static void wait_a_moment(unsigned questions)
{
	const struct timespec moment = {.tv_nsec = ASK_AGAIN_NS};

	if (questions < QUICK_QUESTIONS)
		__builtin_ia32_pause();
	else if (questions < MOST_YIELDS)
		hd_syscall(SYS_sched_yield);
	else
		hd_syscall(SYS_nanosleep, &moment, NULL);
}

/* Another test: what is known of the schedules of the last one is of no use. */
static void begin_systematic_search(void)
{
	const struct hd_strategy_ops *ops = hd_strategies[HD_STRATEGY_dpor];

	ops->renew(hd_rt.slot->strategy_state + hd_strategy_state_offset(HD_STRATEGY_dpor),
		   (struct hd_frontier *)hd_rt.wire->frontier);
}

static void take_answer(int answer, unsigned test)
{
	struct hd_wire_series *s = &hd_rt.slot->series;

	if (!s->begun || s->test != test)
		*s = (struct hd_wire_series){.begun = 1, .test = test};
	if (answer == SYSTEMATIC && !s->systematic)
		begin_systematic_search();
	s->systematic = answer == SYSTEMATIC;
	s->chance = answer == BY_CHANCE ? s->chance + 1 : 0;
}

bool hd_series_next(void)
{
	struct hd_wire_series *s = &hd_rt.slot->series;
	unsigned test = 0;
	int answer;

	for (unsigned questions = 0; (answer = next_test(series_context, s->exhausted, &test)) == LATER;
	     questions++) {
		s->exhausted = 0;
		if (atomic_load(&hd_rt.wire->stop))
			return false;
		wait_a_moment(questions);
	}
	s->exhausted = 0;
	take_answer(answer, test);
	return true;
}

void hd_series_plan(struct hd_plan *plan)
{
	if (hd_rt.slot->series.systematic)
		hd_plan_systematic(&hd_rt.wire->options, HD_STRATEGY_dpor, plan);
}

bool hd_series_watches(void)
{
	return hd_rt.slot->series.chance == 1;
}

struct hd_wire_series *hd_series_to_aim(void)
{
	return hd_rt.slot->series.chance > 1 ? &hd_rt.slot->series : NULL;
}

void hd_series_exhausted(void)
{
	const struct hd_strategy_ops *ops = hd_strategies[HD_STRATEGY_dpor];
	struct hd_proof proof = {0};

	ops->proof(hd_rt.slot->strategy_state + hd_strategy_state_offset(HD_STRATEGY_dpor), &proof);
	hd_rt.slot->series.exhausted = proof.all && !proof.gaps ? HD_SERIES_ALL : HD_SERIES_REST;
}
