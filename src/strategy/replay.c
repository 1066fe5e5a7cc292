/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/replay.h"

struct replay {
	const struct hd_step *script; /* set by begin(): no pointer is kept from run to run */
	uint64_t nscript;
	uint64_t position; /* steps consumed                     */
	uint8_t note;	   /* of the step that pick() took last  */
};

static bool replay_begin(void *state, const struct hd_run_info *run)
{
	struct replay *s = state;

	s->script = run->script;
	s->nscript = run->script ? run->nscript : 0;
	s->position = 0;
	s->note = 0;
	return true;
}

static bool replay_is_ready(hd_tid t, const struct hd_choice *c)
{
	unsigned low = 0, high = c->nready;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (c->ready[middle] < t)
			low = middle + 1;
		else
			high = middle;
	}
	return low < c->nready && c->ready[low] == t;
}

static bool replay_fits(const struct hd_step *step, const struct hd_choice *c)
{
	return step->kind != HD_VALUE && !(step->note & HD_NOTE_PENDING) && replay_is_ready(step->tid, c) &&
	       c->ops[step->tid].kind == step->kind &&
	       (c->ops[step->tid].site == step->site || step->kind == HD_SPIN);
}

/* The thread's next step in the schedule is that it spins. */
static bool spins_on(const struct replay *s, hd_tid t)
{
	for (uint64_t i = s->position; i < s->nscript; i++)
		if (s->script[i].tid == t && s->script[i].kind != HD_VALUE)
			return s->script[i].kind == HD_SPIN;
	return false;
}

/* The current thread spins here but not in the schedule, because it is slower now: it may go on first. */
static bool replay_is_late(const struct replay *s, const struct hd_choice *c)
{
	return c->current != HD_NO_TID && c->ops[c->current].kind == HD_SPIN &&
	       replay_is_ready(c->current, c) && !spins_on(s, c->current);
}

/* Skip steps of the schedule in which threads spin that have stopped spinning by now. */
static void pass_over_spinning(struct replay *s, const struct hd_choice *c)
{
	while (s->position < s->nscript && s->script[s->position].kind == HD_SPIN &&
	       c->ops[s->script[s->position].tid].kind != HD_SPIN)
		s->position++;
}

static hd_tid replay_pick(void *state, const struct hd_choice *c)
{
	struct replay *s = state;
	const struct hd_step *step;

	if (replay_is_late(s, c)) {
		s->note = 0;
		return c->current;
	}
	pass_over_spinning(s, c);
	if (s->position >= s->nscript)
		return HD_NO_TID;
	step = &s->script[s->position];
	if (!replay_fits(step, c))
		return HD_NO_TID;
	s->position++;
	s->note = step->note;
	return step->tid;
}

static uint64_t replay_value(void *state, struct hd_rng *rng, uint64_t bound)
{
	struct replay *s = state;
	const struct hd_step *step;

	(void)rng;
	if (s->position >= s->nscript)
		return UINT64_MAX;
	step = &s->script[s->position];
	if (step->kind != HD_VALUE || step->note & (HD_NOTE_SIGNAL | HD_NOTE_TIMEOUT) || step->site >= bound)
		return UINT64_MAX;
	s->position++;
	return step->site;
}

uint64_t hd_replay_position(const void *state)
{
	return ((const struct replay *)state)->position;
}

unsigned hd_replay_arrival(void *state)
{
	struct replay *s = state;
	const struct hd_step *step = s->position < s->nscript ? &s->script[s->position] : NULL;

	if (!step || step->kind != HD_VALUE || !(step->note & HD_NOTE_SIGNAL))
		return 0;
	s->position++;
	return step->site;
}

const struct hd_step *hd_replay_next(const void *state)
{
	const struct replay *s = state;
	const struct hd_step *step = s->position < s->nscript ? &s->script[s->position] : NULL;

	return step && step->kind != HD_VALUE && !(step->note & HD_NOTE_PENDING) ? step : NULL;
}

bool hd_replay_time_jumps(void *state)
{
	struct replay *s = state;
	const struct hd_step *step = s->position < s->nscript ? &s->script[s->position] : NULL;

	if (!step || step->kind != HD_VALUE || !(step->note & HD_NOTE_TIMEOUT))
		return false;
	s->position++;
	return true;
}

uint8_t hd_replay_note(const void *state)
{
	return ((const struct replay *)state)->note;
}

const struct hd_strategy_ops hd_strategy_replay = {
    .name = "replay",
    .help = "follow a recorded schedule",
    .follows = true,
    .repeats = true,
    .size = sizeof(struct replay),
    .begin = replay_begin,
    .pick = replay_pick,
    .value = replay_value,
};
