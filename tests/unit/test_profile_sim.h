/* SPDX-License-Identifier: Apache-2.0
 *
 * Small random programs for the tests of the profiler: straight-line code of a few threads. A program can be
 * carried out in any order that its synchronisation allows; each step is told to the analyses as the runtime
 * tells it. */
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/iroots/idiom.h"
#include "analysis/iroots/profile.h"
#include "base/rng.h"

#define SIM_THREADS	3
#define SIM_LENGTH	24 /* operations of a thread, at most */
#define SIM_LOCKS	2
#define SIM_SEMS	2
#define SIM_CONDS	2
#define SIM_LOCATIONS	2
#define SIM_ATOMICS	1
#define SIM_OVERLAPPING 5 /* locations that overlap in part */
#define SIM_STEPS	(SIM_THREADS * SIM_LENGTH)

enum sim_kind {
	SIM_READ,
	SIM_WRITE,
	SIM_LOCK,
	SIM_RDLOCK,
	SIM_UNLOCK,
	SIM_CREATE,
	SIM_JOIN,
	SIM_POST,
	SIM_WAIT,
	SIM_STORE, /* release */
	SIM_LOAD,  /* acquire */
	SIM_COND_WAIT,
	SIM_RELOCK, /* always follows that */
	SIM_SIGNAL,
	SIM_TAKE, /* a semaphore of which there is one, as a lock */
	SIM_GIVE,
	SIM_TRY, /* to take a lock; what follows up to its unlock is done in any case */
};

struct sim_op {
	enum sim_kind kind;
	unsigned x, lock; /* location, object, thread; the mutex of a condition wait */
	bool overlaps;	  /* the location is one of those that overlap */
	uint32_t site;
};

struct sim_program {
	struct sim_op ops[SIM_THREADS][SIM_LENGTH];
	unsigned n[SIM_THREADS], nthreads;
};

struct sim_state {
	uint8_t at[SIM_THREADS], begun; /* begun: bit set */
	int8_t writer[SIM_LOCKS];
	uint8_t readers[SIM_LOCKS], count[SIM_SEMS];
	uint8_t sleeping[SIM_CONDS]; /* bit set of threads */
};

struct sim_set {
	uint64_t keys[8192];
	struct hd_iroot roots[8192];
	unsigned n;
};

/* ---- sets of iRoots ---- */

static inline bool sim_has(const struct sim_set *s, uint64_t key)
{
	for (uint64_t at = key % 8192; s->keys[at]; at = (at + 1) % 8192)
		if (s->keys[at] == key)
			return true;
	return false;
}

static inline void sim_add(struct sim_set *s, const struct hd_iroot *r)
{
	uint64_t key = hd_iroot_key(r), at = key % 8192;

	while (s->keys[at] && s->keys[at] != key)
		at = (at + 1) % 8192;
	if (s->keys[at] == key || s->n > 6000)
		return;
	s->keys[at] = key;
	s->roots[at] = *r;
	s->n++;
}

static inline void sim_clear(struct sim_set *s)
{
	memset(s->keys, 0, sizeof s->keys);
	s->n = 0;
}

/* ---- semantics ---- */

static inline void sim_start(struct sim_state *s)
{
	memset(s, 0, sizeof *s);
	memset(s->writer, -1, sizeof s->writer);
	s->begun = 1;
}

static inline bool sim_enabled(const struct sim_program *p, const struct sim_state *s, unsigned t)
{
	const struct sim_op *op = &p->ops[t][s->at[t]];

	if (!(s->begun >> t & 1) || s->at[t] == p->n[t])
		return false;
	switch (op->kind) {
	case SIM_LOCK:
	case SIM_TAKE:
		return s->writer[op->x] < 0 && !s->readers[op->x];
	case SIM_RDLOCK:
		return s->writer[op->x] < 0;
	case SIM_RELOCK:
		return s->writer[op->lock] < 0 && !s->readers[op->lock] && !(s->sleeping[op->x] >> t & 1);
	case SIM_WAIT:
		return s->count[op->x];
	case SIM_JOIN:
		return (s->begun >> op->x & 1) && s->at[op->x] == p->n[op->x];
	default:
		return true;
	}
}

static inline void sim_step(const struct sim_program *p, struct sim_state *s, unsigned t)
{
	const struct sim_op *op = &p->ops[t][s->at[t]++];

	switch (op->kind) {
	case SIM_TRY:
		if (s->writer[op->x] >= 0 || s->readers[op->x])
			break;
		__attribute__((fallthrough));
	case SIM_LOCK:
	case SIM_TAKE:
		s->writer[op->x] = (int8_t)t;
		break;
	case SIM_RDLOCK:
		s->readers[op->x] |= (uint8_t)(1u << t);
		break;
	case SIM_UNLOCK:
	case SIM_GIVE:
		if (s->writer[op->x] == (int8_t)t)
			s->writer[op->x] = -1;
		s->readers[op->x] &= (uint8_t) ~(1u << t);
		break;
	case SIM_CREATE:
		s->begun |= (uint8_t)(1u << op->x);
		break;
	case SIM_POST:
		s->count[op->x]++;
		break;
	case SIM_WAIT:
		s->count[op->x]--;
		break;
	case SIM_COND_WAIT:
		s->writer[op->lock] = -1;
		s->sleeping[op->x] |= (uint8_t)(1u << t);
		break;
	case SIM_RELOCK:
		s->writer[op->lock] = (int8_t)t;
		break;
	case SIM_SIGNAL: /* the lowest one wakes */
		s->sleeping[op->x] &= (uint8_t)(s->sleeping[op->x] - 1u);
		break;
	default:
		break;
	}
}

static inline bool sim_is_over(const struct sim_program *p, const struct sim_state *s)
{
	for (unsigned t = 0; t < p->nthreads; t++)
		if (s->at[t] != p->n[t])
			return false;
	return true;
}

/* ---- as the runtime tells it ---- */

static inline struct hd_op sim_told(const struct sim_op *op)
{
	static const uint8_t kinds[] = {
	    [SIM_READ] = HD_READ,	   [SIM_WRITE] = HD_WRITE,	[SIM_LOCK] = HD_LOCK,
	    [SIM_RDLOCK] = HD_RDLOCK,	   [SIM_UNLOCK] = HD_UNLOCK,	[SIM_CREATE] = HD_CREATE,
	    [SIM_JOIN] = HD_JOIN,	   [SIM_POST] = HD_SEM_POST,	[SIM_WAIT] = HD_SEM_WAIT,
	    [SIM_STORE] = HD_ATOMIC_STORE, [SIM_LOAD] = HD_ATOMIC_LOAD, [SIM_COND_WAIT] = HD_COND_WAIT,
	    [SIM_RELOCK] = HD_RELOCK,	   [SIM_SIGNAL] = HD_SIGNAL,	[SIM_TAKE] = HD_SEM_WAIT,
	    [SIM_GIVE] = HD_SEM_POST,	   [SIM_TRY] = HD_TRYLOCK};
	static const uint64_t bases[] = {
	    [SIM_READ] = 0x1000,   [SIM_WRITE] = 0x1000,     [SIM_LOCK] = 0x2000,   [SIM_RDLOCK] = 0x2000,
	    [SIM_UNLOCK] = 0x2000, [SIM_POST] = 0x3000,	     [SIM_WAIT] = 0x3000,   [SIM_STORE] = 0x4000,
	    [SIM_LOAD] = 0x4000,   [SIM_COND_WAIT] = 0x2000, [SIM_RELOCK] = 0x2000, [SIM_SIGNAL] = 0x5000,
	    [SIM_TAKE] = 0x2000,   [SIM_GIVE] = 0x2000,	     [SIM_TRY] = 0x2000};
	static const struct hd_op overlapping[SIM_OVERLAPPING] = {{.addr = 0x1000, .size = 8},
								  {.addr = 0x1000, .size = 4},
								  {.addr = 0x1004, .size = 4},
								  {.addr = 0x1002, .size = 4},
								  {.addr = 0x1006, .size = 8}};
	unsigned x = op->kind == SIM_RELOCK || op->kind == SIM_COND_WAIT ? op->lock : op->x;

	if (op->overlaps)
		return (struct hd_op){.addr = overlapping[x].addr,
				      .size = overlapping[x].size,
				      .site = op->site,
				      .kind = kinds[op->kind]};
	return (struct hd_op){.addr = bases[op->kind] ? bases[op->kind] + 8ULL * x : 0,
			      .site = op->site,
			      .size = 4,
			      .kind = kinds[op->kind]};
}

/* What the step of thread t that comes next in s does, as far as idioms are concerned. */
static inline enum hd_role sim_role(const struct sim_state *s, unsigned t, const struct sim_op *op)
{
	bool holds = s->writer[op->x % SIM_LOCKS] == (int8_t)t || s->readers[op->x % SIM_LOCKS] >> t & 1;

	switch (op->kind) {
	case SIM_LOCK:
	case SIM_RELOCK:
	case SIM_RDLOCK:
	case SIM_TAKE:
		return HD_TAKES;
	case SIM_TRY:
		return s->writer[op->x] < 0 && !s->readers[op->x] ? HD_TAKES : HD_NO_ROLE;
	case SIM_UNLOCK:
	case SIM_GIVE:
		return holds ? HD_GIVES : HD_NO_ROLE;
	case SIM_COND_WAIT:
		return HD_GIVES;
	case SIM_READ:
	case SIM_LOAD:
		return HD_READS;
	case SIM_WRITE:
	case SIM_STORE:
		return HD_WRITES;
	default:
		return HD_NO_ROLE;
	}
}

/* The step of thread t that comes next in s, for happens-before and the profiler. */
static inline void sim_tell(const struct sim_program *p, const struct sim_state *s, unsigned t,
			    struct hd_order *o, struct hd_profile *profile)
{
	const struct sim_op *op = &p->ops[t][s->at[t]];
	struct hd_op told = sim_told(op);
	uint64_t mutex = 0x2000 + 8ULL * op->lock;

	enum hd_role role = sim_role(s, t, op);
	bool shared = op->kind == SIM_UNLOCK ? s->readers[op->x] >> t & 1 : op->kind == SIM_RDLOCK;

	if (role == HD_TAKES) {
		hd_order_locked(o, (hd_tid)t, told.addr, shared);
		hd_profile_see(profile, (hd_tid)t, &told, role);
		hd_profile_locked(profile, (hd_tid)t, told.addr, shared);
		return;
	}
	hd_profile_see(profile, (hd_tid)t, &told, role);
	switch (op->kind) {
	case SIM_UNLOCK:
	case SIM_GIVE:
		if (role != HD_GIVES)
			break;
		hd_order_unlocked(o, (hd_tid)t, told.addr, shared);
		hd_profile_unlocked(profile, (hd_tid)t, told.addr);
		break;
	case SIM_COND_WAIT:
		hd_order_unlocked(o, (hd_tid)t, mutex, false);
		hd_profile_unlocked(profile, (hd_tid)t, mutex);
		break;
	case SIM_SIGNAL:
		if (s->sleeping[op->x])
			hd_order_pass(o, (hd_tid)t, (hd_tid)__builtin_ctz(s->sleeping[op->x]));
		break;
	case SIM_CREATE:
		hd_order_created(o, (hd_tid)t, (hd_tid)op->x);
		hd_profile_created(profile, (hd_tid)op->x);
		break;
	case SIM_JOIN:
		hd_order_joined(o, (hd_tid)t, (hd_tid)op->x);
		hd_profile_joined(profile, (hd_tid)op->x);
		break;
	case SIM_POST:
		hd_order_send(o, (hd_tid)t, told.addr);
		break;
	case SIM_WAIT:
		hd_order_receive(o, (hd_tid)t, told.addr);
		break;
	case SIM_STORE:
		hd_order_store(o, (hd_tid)t, told.addr, HD_RELEASE);
		break;
	case SIM_LOAD:
		hd_order_load(o, (hd_tid)t, told.addr, HD_ACQUIRE);
		break;
	default:
		break;
	}
}

/* ---- random programs ---- */

struct sim_shape {
	unsigned nthreads, length; /* of a thread; a little more with what has to follow */
	bool edges;		   /* semaphores, conditions, atomics */
	unsigned turns;		   /* of a loop around each thread's code */
	unsigned overlapping;	   /* so many locations that overlap in part, instead of those that do not */
	unsigned locks; /* 0: mutexes; 1: semaphores that are used as such, too; 2: attempts to lock */
};

static inline void sim_put(struct sim_program *p, unsigned t, enum sim_kind kind, unsigned x, unsigned lock)
{
	uint32_t site = 1 + t * SIM_LENGTH + p->n[t];

	if (p->n[t] < SIM_LENGTH)
		p->ops[t][p->n[t]++] = (struct sim_op){.kind = kind, .x = x, .lock = lock, .site = site};
}

/* Lock 1 is a semaphore, if there are any. */
static inline void sim_unlock(struct sim_program *p, unsigned t, unsigned lock, unsigned locks)
{
	sim_put(p, t, locks == 1 && lock ? SIM_GIVE : SIM_UNLOCK, lock, 0);
}

static inline unsigned sim_lock_or_unlock(struct sim_program *p, struct hd_rng *rng, unsigned t,
					  unsigned held, unsigned locks)
{
	unsigned lock = (unsigned)hd_rng_below(rng, SIM_LOCKS);

	if (held >> lock & 1)
		sim_unlock(p, t, lock, locks);
	else if (locks == 1 && lock)
		sim_put(p, t, SIM_TAKE, lock, 0);
	else if (locks == 2 && hd_rng_below(rng, 2))
		sim_put(p, t, SIM_TRY, lock, 0);
	else
		sim_put(p, t, hd_rng_below(rng, 5) ? SIM_LOCK : SIM_RDLOCK, lock, 0);
	return held ^ 1u << lock;
}

static inline void sim_access(struct sim_program *p, struct hd_rng *rng, unsigned t,
			      const struct sim_shape *shape)
{
	sim_put(p, t, hd_rng_below(rng, 2) ? SIM_WRITE : SIM_READ,
		(unsigned)hd_rng_below(rng, shape->overlapping ? shape->overlapping : SIM_LOCATIONS), 0);
	if (p->n[t])
		p->ops[t][p->n[t] - 1].overlaps = shape->overlapping;
}

static inline void sim_edge(struct sim_program *p, struct hd_rng *rng, unsigned t, unsigned held)
{
	unsigned x = (unsigned)hd_rng_below(rng, 2), mutex;

	switch (hd_rng_below(rng, 6)) {
	case 0:
		sim_put(p, t, SIM_POST, x, 0);
		break;
	case 1:
		sim_put(p, t, SIM_WAIT, x, 0);
		break;
	case 2:
		sim_put(p, t, SIM_STORE, 0, 0);
		break;
	case 3:
		sim_put(p, t, SIM_LOAD, 0, 0);
		break;
	case 4:
		sim_put(p, t, SIM_SIGNAL, x, 0);
		break;
	default:
		mutex = held & 1 ? 0 : 1;
		for (unsigned i = 0; i < p->n[t]; i++) /* held, and not for reading */
			if (p->ops[t][i].kind == SIM_RDLOCK && p->ops[t][i].x == mutex)
				return;
		if (!(held >> mutex & 1))
			return;
		sim_put(p, t, SIM_COND_WAIT, x, mutex);
		sim_put(p, t, SIM_RELOCK, x, mutex);
	}
}

static inline void sim_fill(struct sim_program *p, struct hd_rng *rng, unsigned t,
			    const struct sim_shape *shape)
{
	unsigned held = 0, end = p->n[t] + shape->length;

	while (p->n[t] < end) {
		unsigned dice = (unsigned)hd_rng_below(rng, shape->edges ? 10 : 8);

		if (dice < 5)
			sim_access(p, rng, t, shape);
		else if (dice < 8)
			held = sim_lock_or_unlock(p, rng, t, held, shape->locks);
		else
			sim_edge(p, rng, t, held);
	}
	for (unsigned lock = 0; lock < SIM_LOCKS; lock++)
		if (held >> lock & 1)
			sim_unlock(p, t, lock, shape->locks);
}

/* A thread does the same again, at the same sites. */
static inline void sim_again(struct sim_program *p, unsigned t, unsigned turns)
{
	unsigned n = p->n[t];

	for (unsigned turn = 1; turn < turns && p->n[t] + n <= SIM_LENGTH; turn++) {
		memcpy(&p->ops[t][p->n[t]], &p->ops[t][0], n * sizeof p->ops[t][0]);
		p->n[t] += n;
	}
}

static inline void sim_make(struct sim_program *p, uint64_t seed, const struct sim_shape *shape)
{
	struct hd_rng rng;
	unsigned alone;

	memset(p, 0, sizeof *p);
	hd_rng_seed(&rng, seed);
	p->nthreads = shape->nthreads;
	alone = (unsigned)hd_rng_below(&rng, 3);
	for (unsigned i = 0; i < alone && shape->turns == 1; i++) /* before there is anybody else */
		sim_put(p, 0, hd_rng_below(&rng, 2) ? SIM_WRITE : SIM_READ,
			(unsigned)hd_rng_below(&rng, SIM_LOCATIONS), 0);
	for (unsigned t = 1; t < p->nthreads; t++)
		sim_put(p, 0, SIM_CREATE, t, 0);
	for (unsigned t = 1; t < p->nthreads; t++) {
		sim_fill(p, &rng, t, shape);
		sim_again(p, t, shape->turns);
	}
	if (shape->turns == 1)
		sim_fill(p, &rng, 0, shape);
	if (hd_rng_below(&rng, 2)) {
		sim_put(p, 0, SIM_JOIN, 1, 0);
		sim_put(p, 0, SIM_WRITE, 0, 0);
		sim_put(p, 0, SIM_READ, 1, 0);
	}
}
