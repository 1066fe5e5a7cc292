/* SPDX-License-Identifier: Apache-2.0
 *
 * All schedules of small programs by brute force, and which of them are equivalent. Include it after
 * cmocka.h. */
#pragma once

#include "test_strategy_sim.h"

#define MAX_OPS	  10
#define STEPS_MAX 30
#define SET_BITS  18
#define X	  0x1000

/* ---- sets of schedules, as strings of threads ---- */

struct set {
	uint64_t keys[1u << SET_BITS];
	unsigned n;
};

/* Of n things k: in how many ways. */
static inline uint64_t choose(unsigned n, unsigned k)
{
	uint64_t c = 1;

	for (unsigned i = 0; i < k; i++)
		c = c * (n - i) / (i + 1);
	return c;
}

static inline bool set_add(struct set *s, uint64_t key)
{
	unsigned at = (unsigned)(hd_mix64(key) >> (64 - SET_BITS));

	while (s->keys[at] && s->keys[at] != key)
		at = (at + 1) % (1u << SET_BITS);
	if (s->keys[at])
		return false;
	assert_true(++s->n < (1u << SET_BITS) / 2);
	s->keys[at] = key;
	return true;
}

static inline bool set_has(const struct set *s, uint64_t key)
{
	unsigned at = (unsigned)(hd_mix64(key) >> (64 - SET_BITS));

	while (s->keys[at] && s->keys[at] != key)
		at = (at + 1) % (1u << SET_BITS);
	return s->keys[at];
}

static inline void set_clear(struct set *s)
{
	memset(s, 0, sizeof(*s));
}

/* ---- programs ---- */

struct small_program {
	struct sim_program program;
	struct hd_op ops[4][MAX_OPS];
};

/* All threads are there from the start, or the first creates the others and perhaps joins them. */
static inline void add(struct small_program *p, unsigned t, enum hd_event_kind kind, uint64_t addr,
		       unsigned other)
{
	struct sim_thread *thread = &p->program.threads[t];

	p->ops[t][thread->n] =
	    (struct hd_op){.kind = (uint8_t)kind, .addr = addr, .size = 4, .other = (uint16_t)(other + 1)};
	thread->ops = p->ops[t];
	thread->n++;
}

static inline void start(struct small_program *p, unsigned threads)
{
	memset(p, 0, sizeof(*p));
	p->program.n = threads;
}

static inline void same_writes(struct small_program *p, unsigned threads, unsigned steps)
{
	start(p, threads);
	for (unsigned t = 0; t < threads; t++)
		for (unsigned i = 0; i < steps; i++)
			add(p, t, HD_WRITE, X, 0);
}

static inline void add_any(struct small_program *p, unsigned t, struct hd_rng *rng)
{
	static const enum hd_event_kind kinds[] = {HD_READ, HD_WRITE, HD_ATOMIC_RMW};
	unsigned lock = hd_rng_below(rng, 2), left = MAX_OPS - 2 - p->program.threads[t].n;

	if (hd_rng_below(rng, 3) || left < 3) {
		add(p, t, kinds[hd_rng_below(rng, 3)], X + 8 * hd_rng_below(rng, 3), 0);
		return;
	}
	add(p, t, HD_LOCK, SIM_LOCK_0 + 8 * lock, 0);
	if (hd_rng_below(rng, 2))
		add(p, t, HD_WRITE, X + 8 * hd_rng_below(rng, 3), 0);
	add(p, t, HD_UNLOCK, SIM_LOCK_0 + 8 * lock, 0);
}

/* Locks that overlap: who gives one back lets others go on in the middle of something. */
static inline void add_overlapping(struct small_program *p, unsigned t, struct hd_rng *rng)
{
	unsigned first = hd_rng_below(rng, 2);

	add(p, t, HD_LOCK, SIM_LOCK_0 + 8 * first, 0);
	if (hd_rng_below(rng, 2))
		add(p, t, HD_WRITE, X + 8 * hd_rng_below(rng, 2), 0);
	if (hd_rng_below(rng, 2)) {
		add(p, t, HD_LOCK, SIM_LOCK_0 + 8 * !first, 0);
		add(p, t, HD_UNLOCK, SIM_LOCK_0 + 8 * first, 0);
		first = !first;
	}
	if (hd_rng_below(rng, 2))
		add(p, t, HD_WRITE, X + 8 * hd_rng_below(rng, 2), 0);
	add(p, t, HD_UNLOCK, SIM_LOCK_0 + 8 * first, 0);
}

static inline void lock_program(struct small_program *p, uint64_t seed)
{
	struct hd_rng rng;

	hd_rng_seed(&rng, seed);
	start(p, 3);
	for (unsigned t = 0; t < 3; t++) {
		if (hd_rng_below(&rng, 2))
			add(p, t, HD_WRITE, X + 8 * hd_rng_below(&rng, 2), 0);
		add_overlapping(p, t, &rng);
		if (hd_rng_below(&rng, 2))
			add(p, t, HD_WRITE, X + 8 * hd_rng_below(&rng, 2), 0);
	}
	if (hd_rng_below(&rng, 2))
		add(p, 0, HD_JOIN, 0, 1);
	if (hd_rng_below(&rng, 2))
		add(p, 0, HD_WRITE, X, 0);
}

static inline void any_program(struct small_program *p, uint64_t seed)
{
	struct hd_rng rng;
	bool family;

	hd_rng_seed(&rng, seed);
	start(p, 2 + hd_rng_below(&rng, 2));
	family = hd_rng_below(&rng, 2);
	for (unsigned t = 0; t < p->program.n; t++) {
		unsigned n = p->program.n == 2 ? 1 + hd_rng_below(&rng, 4) : 1 + hd_rng_below(&rng, 2);

		for (unsigned child = 1; family && t == 0 && child < p->program.n; child++) {
			add(p, 0, HD_CREATE, 0, child);
			p->program.threads[child].created = true;
		}
		for (unsigned i = 0; i < n; i++)
			add_any(p, t, &rng);
	}
	for (unsigned child = 1; family && child < p->program.n; child++)
		if (hd_rng_below(&rng, 2))
			add(p, 0, HD_JOIN, 0, child);
}

/* One of the above, with yields before some of its operations. */
static inline void yielding_program(struct small_program *p, uint64_t seed)
{
	static struct small_program plain;
	struct hd_rng rng;
	unsigned yields = 3;

	hd_rng_seed(&rng, seed + 1000);
	if (seed % 2)
		any_program(&plain, seed);
	else
		lock_program(&plain, seed);
	start(p, plain.program.n);
	for (unsigned t = 0; t < p->program.n; t++) {
		unsigned room = MAX_OPS - plain.program.threads[t].n;

		p->program.threads[t].created = plain.program.threads[t].created;
		for (unsigned i = 0; i < plain.program.threads[t].n; i++) {
			const struct hd_op *op = &plain.ops[t][i];

			if (room && yields && hd_rng_below(&rng, 4) == 0) {
				add(p, t, HD_YIELD, 0, 0);
				room--;
				yields--;
			}
			add(p, t, (enum hd_event_kind)op->kind, op->addr, op->other - 1u);
		}
	}
}

/* Threads that nobody waits for, and some that end the program while others are alive: at their end or in the
 * middle, one or several of them. */
static inline void ending_program(struct small_program *p, uint64_t seed)
{
	struct hd_rng rng;
	bool family;

	hd_rng_seed(&rng, seed);
	start(p, 2 + hd_rng_below(&rng, 2));
	family = hd_rng_below(&rng, 2);
	for (unsigned t = 0; t < p->program.n; t++) {
		unsigned n = p->program.n == 2 ? 1 + hd_rng_below(&rng, 3) : hd_rng_below(&rng, 3);

		for (unsigned child = 1; family && t == 0 && child < p->program.n; child++) {
			add(p, 0, HD_CREATE, 0, child);
			p->program.threads[child].created = true;
		}
		for (unsigned i = 0; i < n; i++)
			add_any(p, t, &rng);
		if (t == 0 || hd_rng_below(&rng, 2))
			add(p, t, HD_END, 0, 0);
	}
}

/* ---- brute force ---- */

struct brute {
	const struct small_program *program;
	unsigned bound;
	bool delays; /* the bound is on delays */
	unsigned next[4];
	bool alive[4];
	int owner[SIM_LOCKS]; /* -1: free */
	bool ended;	      /* somebody has ended the program */
	hd_tid steps[STEPS_MAX];
	unsigned n;
	uint64_t schedules;
	struct set *classes;
};

static inline const struct hd_op *op_of(const struct brute *b, unsigned t)
{
	const struct sim_thread *thread = &b->program->program.threads[t];

	return b->alive[t] && b->next[t] < thread->n ? &thread->ops[b->next[t]] : NULL;
}

static inline bool enabled(const struct brute *b, unsigned t)
{
	const struct hd_op *op = op_of(b, t);

	if (!op || b->ended)
		return false;
	if (op->kind == HD_LOCK)
		return b->owner[(op->addr - SIM_LOCK_0) / 8] < 0;
	if (op->kind == HD_JOIN)
		return b->alive[op->other - 1] && !op_of(b, op->other - 1);
	return true;
}

/* The order of the two can make a difference, or one cannot come before the other. */
static inline bool dependent(unsigned ta, const struct hd_op *a, unsigned tb, const struct hd_op *b)
{
	if (ta == tb || a->kind == HD_END || b->kind == HD_END)
		return true;
	if ((a->kind == HD_CREATE && a->other == tb + 1) || (b->kind == HD_JOIN && b->other == ta + 1))
		return true;
	if ((b->kind == HD_CREATE && b->other == ta + 1) || (a->kind == HD_JOIN && a->other == tb + 1))
		return true;
	return hd_ops_conflict(a, b);
}

static inline const struct hd_op *nth_op(const struct small_program *p, const hd_tid *steps, unsigned i)
{
	unsigned index = 0;

	for (unsigned k = 0; k < i; k++)
		index += steps[k] == steps[i];
	return &p->program.threads[steps[i]].ops[index];
}

/* Nothing that is dependent on step i, and came before it, is left. */
static inline bool may_come_next(const struct small_program *p, const hd_tid *steps, const bool *out,
				 unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (!out[k] && dependent(steps[k], nth_op(p, steps, k), steps[i], nth_op(p, steps, i)))
			return false;
	return true;
}

static inline uint64_t key_of(const hd_tid *steps, unsigned n)
{
	uint64_t key = 1;

	for (unsigned i = 0; i < n; i++)
		key = key * 4 + steps[i]; /* 30 steps of 4 threads fit */
	return key;
}

/* The same for all orders of one class: of the steps that may come next, that of the lowest thread does. */
static inline uint64_t class_of(const struct small_program *p, const hd_tid *steps, unsigned n)
{
	bool out[STEPS_MAX] = {false};
	hd_tid normal[STEPS_MAX] = {0};

	for (unsigned done = 0; done < n; done++) {
		unsigned best = n;

		for (unsigned i = 0; i < n; i++)
			if (!out[i] && (best == n || steps[i] < steps[best]) &&
			    may_come_next(p, steps, out, i))
				best = i;
		out[best] = true;
		normal[done] = steps[best];
	}
	return key_of(normal, n);
}

static inline void perform(struct brute *b, unsigned t, bool undo)
{
	const struct hd_op *op;

	if (undo)
		b->next[t]--;
	op = &b->program->program.threads[t].ops[b->next[t]];
	if (op->kind == HD_LOCK)
		b->owner[(op->addr - SIM_LOCK_0) / 8] = undo ? -1 : (int)t;
	if (op->kind == HD_UNLOCK)
		b->owner[(op->addr - SIM_LOCK_0) / 8] = undo ? (int)t : -1;
	if (op->kind == HD_CREATE)
		b->alive[op->other - 1] = !undo;
	if (op->kind == HD_END)
		b->ended = !undo;
	if (!undo)
		b->next[t]++;
}

/* Where the thread stands in the queue of a scheduler without preemptions: the current thread first, then the
 * next ones, round and round; those that would end the program stand behind, the current one last. */
static inline unsigned queue_place(const struct brute *b, unsigned t, unsigned current)
{
	unsigned n = b->program->program.n, after = current < 4 ? (t + n - current) % n : t;
	bool ends = op_of(b, t)->kind == HD_END;

	return ends ? n + (after ? after : n) : after;
}

static inline unsigned delays_of(const struct brute *b, unsigned t, unsigned current)
{
	unsigned before = 0;

	for (unsigned u = 0; u < b->program->program.n; u++)
		before += enabled(b, u) && queue_place(b, u, current) < queue_place(b, t, current);
	return before;
}

static inline unsigned cost_of(const struct brute *b, unsigned t, unsigned current)
{
	if (!enabled(b, t))
		return 0;
	if (b->delays)
		return delays_of(b, t, current);
	return current < 4 && t != current && enabled(b, current) &&
	       op_of(b, current)->kind != HD_END; /* to wait with the end is free */
}

static inline void go_on(struct brute *b, unsigned current, unsigned used)
{
	bool any = false;

	for (unsigned t = 0; t < b->program->program.n; t++) {
		unsigned cost = cost_of(b, t, current);

		if (!enabled(b, t))
			continue;
		any = true;
		if (used + cost > b->bound)
			continue;
		b->steps[b->n++] = (hd_tid)t;
		perform(b, t, false);
		go_on(b, t, used + cost);
		perform(b, t, true);
		b->n--;
	}
	if (any)
		return;
	b->schedules++;
	if (b->classes)
		set_add(b->classes, class_of(b->program, b->steps, b->n));
}

static inline uint64_t brute_force_from(struct brute b)
{
	const struct small_program *p = b.program;

	for (unsigned i = 0; i < SIM_LOCKS; i++)
		b.owner[i] = -1;
	for (unsigned t = 0; t < p->program.n; t++)
		b.alive[t] = !p->program.threads[t].created;
	go_on(&b, 4, 0);
	return b.schedules;
}

/* How many schedules there are with at most that many preemptions; and which classes of them, if `classes` is
 * not NULL. */
static inline uint64_t brute_force(const struct small_program *p, unsigned bound, struct set *classes)
{
	return brute_force_from((struct brute){.program = p, .bound = bound, .classes = classes});
}

/* The same with at most that many delays. */
static inline uint64_t brute_force_delays(const struct small_program *p, unsigned bound)
{
	return brute_force_from((struct brute){.program = p, .bound = bound, .delays = true});
}
