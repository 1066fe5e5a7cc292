/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/access/mute.h"

#include "base/rng.h"
#include "runtime/access/patch.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"

#define MOST	     (1u << 14) /* sites of a run that can be muted; others rest */
#define ONE	     (1u << 16) /* of fixed-point numbers */
#define HEAVIEST     (1u << 26)
#define UNLED	     256  /* visits without a leader in between that show a loop without one … */
#define UNLED_SAME   8	  /* … and if all read the same address, as a thread does that spins */
#define UNLED_WALK   1024 /* … and if it walks */
#define TRIAL_TICKS  8	  /* of the clock: fewer do not tell how often a site is visited … */
#define LONG_TRIAL   4096 /* … but after so many visits … */
#define LONG_TICKS   2	  /* … these do */
#define FIRST_LOOKS  8	  /* at a leader, after which it is tried again … */
#define LOOKS_GROW   4	  /* … and so many times as many each further time */
#define FIRST_STAGE  2	  /* of sampling, from which on a scheduling point can be muted */
#define REVEAL_AFTER 256  /* ticks of the clock; twice as many each further time */
#define REVEALS_MAX  32
#define REVEAL_ALL   4096 /* … and all that works, after as many at most */
#define PACE_MAX     4096 /* bytes from one visit of a walk to the next */

enum state { NEW, TRIED, LEADS, MUTED };

struct moment {
	uint64_t clock;
	uint64_t steps;	 /* of the run */
	uint64_t points; /* m->points */
};

struct candidate {
	struct hd_pc *e;
	struct moment begun; /* the first visit of the trial … */
	struct moment
	    woken; /* … and when its visits were heard again, or counted as those of a muted site … */
	uint64_t counted;   /* … and how many there were since then */
	uint64_t switches;  /* of threads in the run, at the last visit */
	uint64_t walked;    /* m->walked at the last visit */
	uint64_t seen;	    /* the clock at the last visit */
	uint64_t wake_at;   /* if it is muted */
	uintptr_t addr;	    /* that the last visit accessed */
	intptr_t pace;	    /* from the address of one visit to that of the next; 0: unknown */
	uint64_t heard;	    /* how many visits of all candidates were heard at the last visit … */
	uint64_t unled_at;  /* … and when the clock ticked last before it */
	uint32_t unled;	    /* visits since then … */
	uint32_t strays;    /* … and those of them that did not go on with a walk */
	uint32_t visits;    /* in the trial; of a leader: looks */
	uint32_t looks;	    /* after which a leader is tried again */
	uint32_t muted;	    /* how often */
	uint32_t weight;    /* if it is muted: its visits for each tick of the clock, in parts of ONE */
	uint32_t load;	    /* weights of the muted sites for which it counts */
	uint32_t gap;	    /* visits of a scheduling point since the last one that was heard */
	uint16_t leader;    /* if it is muted: the leader that counts for it; 0: steps do */
	bool strolls;	    /* there were visits in the trial that no leader need have seen: it walks … */
	bool led;	    /* … and one that was led by the thread itself */
	bool asked;	    /* since it was muted last: does it walk beside a site that is muted? */
	bool works;	    /* it writes, or does not read the same address in each visit of the trial */
	uint8_t state;	    /* enum state */
	uint32_t workers;   /* sites that do, of those for which it counts */
	uint32_t reveals;   /* how often they were heard because a thread seemed to spin */
	uint64_t reveal_at; /* not again before, by the clock */
};

struct mutes {
	uint32_t epoch; /* the run that all this belongs to */
	uint32_t n;	/* candidates; the first one, 0, stands for steps */
	uint32_t nmuted;
	uint32_t threads;   /* when all were heard last */
	uint64_t heard;	    /* visits of sites that were tried */
	uint64_t walked;    /* … and those that went on with a walk */
	uint64_t points;    /* steps of sites that were tried, or muted in this moment */
	uint64_t led_since; /* the clock when a site became a leader last */
	uint64_t next;	    /* no muted site is heard again before, by the clock */
	uint64_t reveal_at; /* nor are all that work, because all threads seem to spin … */
	uint64_t pause;	    /* … which were heard for that so long before */
	struct candidate all[MOST];
};

static struct mutes *m;
static struct place { /* by site */
	uint32_t epoch;
	uint32_t candidate;
} * places;

void hd_mute_init(void)
{
	m = hd_own_alloc(sizeof *m);
	places = hd_own_alloc(sizeof *places * HD_MAX_SITES);
	hd_patch_init();
}

void hd_mute_run_begin(void)
{
	hd_patch_run_begin();
	hd_leading = (struct hd_leading){0};
	m->epoch = hd_rt.run.epoch;
	m->n = 1;
	m->nmuted = m->threads = 0;
	m->heard = m->led_since = m->walked = m->points = 0;
	m->next = UINT64_MAX;
	m->reveal_at = 0;
	m->pause = REVEAL_AFTER;
	m->all[0] = (struct candidate){0};
}

/* Ticks whenever a leader is visited, and at each step. */
static uint64_t clock_now(void)
{
	return hd_leading.visits + hd_rt.run.steps;
}

static struct moment this_moment(void)
{
	return (struct moment){.clock = clock_now(), .steps = hd_rt.run.steps, .points = m->points};
}

static void tick(struct hd_pc *leader)
{
	hd_leading.visits++;
	hd_leading.last = leader;
}

static struct candidate *candidate_of(const struct hd_pc *e)
{
	const struct place *p = e ? &places[e->site] : NULL;

	return p && p->epoch == m->epoch ? &m->all[p->candidate] : NULL;
}

static struct candidate *find_or_add(struct hd_pc *e)
{
	struct candidate *c = candidate_of(e);

	if (c || e->site == HD_NO_SITE || m->n == MOST)
		return c;
	places[e->site] = (struct place){.epoch = m->epoch, .candidate = m->n};
	c = &m->all[m->n++];
	*c = (struct candidate){.e = e, .looks = FIRST_LOOKS};
	return c;
}

/* ---- muted sites ---- */

static uint64_t chance(const struct candidate *c)
{
	return hd_mix64(hd_rt.run.plan.seed ^
			hd_mix64(hd_site_hash(c->e->site) + ((uint64_t)c->muted << 32) + c->visits));
}

struct span {
	uint64_t ticks;
	uint64_t steps; /* of them */
};

/* What happened since then. How fast the clock will tick is not told by steps of sites that are tried. */
static struct span span_since(const struct moment *then)
{
	uint64_t steps = hd_rt.run.steps - then->steps, tried = m->points - then->points;
	uint64_t own = tried < steps ? tried : steps;

	return (struct span){.ticks = clock_now() - then->clock - own, .steps = steps - own};
}

/* So many visits for each tick, with those of the muted sites for which c counts: of leaders, or of steps. */
static uint64_t rate(const struct candidate *c, uint64_t visits, struct span s, bool by_steps)
{
	uint64_t ticks = by_steps ? s.steps : s.ticks - s.steps;

	return visits * (ONE + (uint64_t)c->load) / (ticks + !ticks);
}

/* Which leader counts for the site: the one that was visited last, or, if there were more steps than visits
 * of leaders in its trial, number 0, which stands for the steps. An atomic access is never tried, but leads
 * when it rests. The trial of a scheduling point is short, and in a loop that begins now and then it falls
 * into the time in which the loop goes on: so the time before counts in part. */
static void choose_counter(struct candidate *c, uint64_t visits)
{
	const struct candidate *last = hd_leading.last ? find_or_add(hd_leading.last) : NULL;
	struct span trial = span_since(&c->begun);
	bool by_steps = !last || last == c || trial.steps >= trial.ticks - trial.steps;
	uint64_t weight = rate(c, visits, trial, by_steps);
	uint64_t most =
	    c->e->flags & HD_PC_POINT ? 2 * rate(c, c->counted, span_since(&c->woken), by_steps) : HEAVIEST;

	most = most < HEAVIEST ? most : HEAVIEST;
	c->leader = by_steps ? 0 : (uint16_t)(last - m->all);
	c->weight = (uint32_t)(weight < most ? weight : most);
}

static void count_for(struct candidate *c, bool more)
{
	struct candidate *leader = &m->all[c->leader];

	leader->load += more ? c->weight : -c->weight;
	leader->workers += more ? c->works : -(uint32_t)c->works;
	hd_leading.per_step = m->all[0].load / ONE;
	if (!c->leader || leader->e->flags & HD_PC_ATOMIC)
		hd_leading.beside_steps += more ? c->works : -(uint32_t)c->works;
	hd_leading.hidden += more ? c->works : -(uint32_t)c->works;
}

/* Mute the site for about so many times as long as its trial took. Chance decides, so that other runs hear
 * other visits. */
static void mute(struct candidate *c, uint64_t now, uint64_t visits, uint64_t times)
{
	uint64_t ticks = span_since(&c->begun).ticks;

	c->state = MUTED;
	c->wake_at = now + (ticks + !ticks) * (times / 2 + chance(c) % times);
	c->muted++;
	choose_counter(c, visits);
	count_for(c, true);
	m->next = c->wake_at < m->next ? c->wake_at : m->next;
	m->nmuted++;
	c->asked = false;
	c->e->skip = HD_PC_MUTED;
	hd_patch_out(c->e->pc);
}

static void wake(struct candidate *c)
{
	c->state = NEW;
	c->woken = this_moment();
	c->counted = c->gap = 0;
	c->e->skip = 0;
	count_for(c, false);
	m->nmuted--;
	hd_patch_in(c->e->pc);
}

static void wake_until(uint64_t now)
{
	m->next = UINT64_MAX;
	for (uint32_t i = 1; i < m->n && m->nmuted; i++) {
		struct candidate *c = &m->all[i];

		if (c->state != MUTED)
			continue;
		if (c->wake_at <= now)
			wake(c);
		else if (c->wake_at < m->next)
			m->next = c->wake_at;
	}
}

bool hd_mute_hides_work(const struct hd_pc *e)
{
	const struct candidate *c = candidate_of(e);

	return c && c->workers;
}

static void wake_those_led_by(const struct candidate *leader)
{
	for (uint32_t i = 1; leader->load && i < m->n; i++)
		if (m->all[i].state == MUTED && m->all[i].leader == leader - m->all)
			wake(&m->all[i]);
}

bool hd_mute_reveal(const struct hd_pc *e)
{
	struct candidate *c = candidate_of(e);
	uint64_t now = clock_now();

	if (!c || now < c->reveal_at)
		return false;
	c->reveal_at = now + ((uint64_t)REVEAL_AFTER << c->reveals);
	c->reveals += c->reveals < REVEALS_MAX;
	wake_those_led_by(c);
	hd_patch_flush();
	return true;
}

static void hear_work_of(struct candidate *c)
{
	if (c->state == MUTED && c->works) {
		wake(c);
	} else if (c->state == LEADS && c->works) {
		wake_those_led_by(c);
		c->state = NEW;
		c->woken = (struct moment){0};
		c->e->skip = 0;
		hd_leading.hidden--;
	}
}

bool hd_mute_reveal_all(void)
{
	uint64_t now = clock_now();

	if (!hd_leading.hidden || now < m->reveal_at)
		return hd_leading.hidden;
	m->reveal_at = now + m->pause;
	m->pause = 2 * m->pause < REVEAL_ALL ? 2 * m->pause : REVEAL_ALL;
	for (uint32_t i = 1; i < m->n; i++)
		hear_work_of(&m->all[i]);
	hd_patch_flush();
	return true;
}

void hd_mute_spun(const struct hd_pc *e)
{
	struct candidate *c = candidate_of(e);

	if (c)
		c->reveal_at = c->reveals = 0;
}

/* The sites that walk are heard again: a site that is visited once for each of their visits needs no leader
 * either, and that is seen only beside them. */
static bool wake_walkers(void)
{
	bool any = false;

	for (uint32_t i = 1; i < m->n; i++)
		if (m->all[i].state == MUTED && m->all[i].pace) {
			wake(&m->all[i]);
			any = true;
		}
	hd_patch_flush();
	return any;
}

void hd_mute_look(void)
{
	uint64_t now = clock_now();

	if (now >= m->next)
		wake_until(now);
	hd_patch_look();
}

void hd_mute_thread_begins(void)
{
	if (!hd_rt.run.large || (hd_rt.run.multi && hd_rt.run.nthreads < 2 * m->threads))
		return;
	m->threads = hd_rt.run.nthreads;
	wake_until(UINT64_MAX);
	if (!hd_rt.run.multi)
		hd_sites_wake();
	hd_patch_flush();
}

uint64_t hd_mute_unheard(const struct hd_pc *e, uint64_t visits)
{
	const struct candidate *c = candidate_of(e);

	return c ? visits * c->load / ONE : 0;
}

/* ---- trials ---- */

static void begin_trial(struct candidate *c)
{
	c->state = TRIED;
	c->visits = c->unled = c->strays = 0;
	c->pace = 0;
	c->works = c->strolls = c->led = false;
	c->switches = hd_rt.run.switches;
	c->walked = m->walked;
	c->begun = this_moment();
	c->seen = c->begun.clock;
	if (!c->woken.clock) {
		c->woken = c->begun;
		c->counted = 0;
	}
	c->heard = c->unled_at = m->heard;
}

/* True: the leader has been looked at so often that it is tried again, because the loops may be others now.
 * The sites for which it counts are tried with it: one of them may do instead, and be visited less. */
static bool leads_no_more(struct candidate *c)
{
	if (++c->visits < c->looks) {
		hd_mute_look();
		tick(c->e);
		return false;
	}
	c->looks *= LOOKS_GROW;
	wake_those_led_by(c);
	hd_mute_look();
	c->state = NEW;
	hd_leading.hidden -= c->works;
	c->woken = (struct moment){0};
	return true;
}

static void make_leader(struct candidate *c)
{
	c->state = LEADS;
	c->visits = 0;
	hd_leading.hidden += c->works; /* it rests */
	tick(c->e);
	m->led_since = clock_now();
}

/* c is in a loop without a leader: which site was visited least in it? */
static struct candidate *best_leader(struct candidate *c)
{
	struct candidate *best = c;

	for (uint32_t i = 1; i < m->n; i++) {
		struct candidate *other = &m->all[i];

		if (other->state == TRIED && other->heard > c->unled_at && other->seen == c->seen &&
		    other->unled < best->unled)
			best = other;
	}
	return best;
}

/* c accesses addr, so many visits after the last one that was heard. True: it walks through memory, in steps
 * of one size. A walk ends, for memory does: a loop of nothing but walks needs no leader as long as there is
 * one around it. */
static bool goes_on(struct candidate *c, uintptr_t addr, uint32_t visits)
{
	intptr_t way = (intptr_t)(addr - c->addr), pace = way / (intptr_t)visits;
	bool may = pace >= -PACE_MAX && pace <= PACE_MAX && pace * (intptr_t)visits == way;
	bool walks = may && pace && (!c->pace || pace == c->pace);

	c->addr = addr;
	c->pace = may ? pace : 0;
	return walks;
}

/* True: the visits of c without a leader in between are too many. What other threads did in between does not
 * lead a walk. */
static bool is_unled(struct candidate *c, uint64_t now, bool same, bool walks)
{
	bool alone = hd_rt.run.switches == c->switches, excused = walks || m->walked != c->walked;

	m->walked += walks;
	c->walked = m->walked;
	c->switches = hd_rt.run.switches;
	if (now != c->seen) {
		c->seen = now;
		c->unled = 0;
		c->unled_at = c->heard;
		c->led |= alone;
		c->strays = alone || !c->strolls ? 0 : c->strays;
		return false;
	}
	c->unled++;
	c->strolls |= excused;
	c->strays += !excused;
	return c->strays >= (same ? UNLED_SAME : UNLED) || c->unled >= UNLED_WALK;
}

static bool is_tried_enough(const struct candidate *c, uint64_t ticks)
{
	return c->visits >= HD_MUTE_TRIAL && ticks >= (c->visits < LONG_TRIAL ? TRIAL_TICKS : LONG_TICKS) &&
	       (c->led || !c->strolls);
}

static void try(struct candidate *c, uint64_t now, bool same, bool walks)
{
	bool unled = is_unled(c, now, same, walks);

	c->works |= !same;
	c->heard = ++m->heard;
	c->visits++;
	c->counted++;
	if (unled && !c->asked && wake_walkers()) {
		c->asked = true;
		begin_trial(c);
	} else if (unled) {
		make_leader(best_leader(c));
	} else if (is_tried_enough(c, now - c->begun.clock)) {
		mute(c, now, c->visits, HD_MUTE_FOR);
	}
}

bool hd_mute_visit(struct hd_pc *e, uintptr_t addr, bool write)
{
	struct candidate *c = find_or_add(e);
	uint64_t now = clock_now();
	bool same, walks;

	hd_patch_look();
	if (!c || (c->state == LEADS && !leads_no_more(c)))
		return false;
	same = !write && addr == c->addr;
	walks = goes_on(c, addr, 1);
	if (c->state == NEW || c->begun.clock < m->led_since) /* else visits without a leader would count */
		begin_trial(c);
	else
		try(c, now, same, walks);
	return c->state != LEADS;
}

/* True: the thread itself has come to a leader or to another scheduling point since it came to this one. */
static bool led_by_itself(const struct candidate *c)
{
	const struct hd_thread *t = hd_rt.run.self;

	return hd_leading.visits != t->visited || t->op.site != c->e->site;
}

/* The visits since the last scheduling point were not heard: was there a visit of a leader, or a step of the
 * thread itself, in between? Some in a row need none, as in is_unled(): they may be those of a loop in a
 * loop. Nor does a walk, but most new walks one. */
static bool is_led(struct candidate *c, bool same, bool walks)
{
	c->strolls |= walks;
	if (!walks && led_by_itself(c)) {
		c->led = true;
		c->strays = c->unled = 0;
	} else if (!walks) {
		c->unled += c->gap + 1;
	}
	c->strays += !walks;
	return c->strolls && !same ? c->strays < HD_MUTE_POINTS : c->unled < UNLED;
}

static void await_next_point(struct candidate *c)
{
	c->gap = (uint32_t)(chance(c) % (2 * HD_MUTE_ONE_IN - 1));
	c->e->skip = c->gap ? -(int32_t)(HD_PC_QUIET + c->gap) : 0;
	hd_rt.run.accesses += c->gap;
	hd_rt.run.skipped += c->gap;
}

/* A scheduling point that is led was visited once more in its trial. */
static void try_point(struct candidate *c, uint64_t now, uint32_t stage, bool same)
{
	m->points++;
	c->works |= !same;
	c->seen = now;
	if (c->visits < HD_MUTE_POINTS || (c->strolls && !c->led)) {
		await_next_point(c);
		return;
	}
	mute(c, now, (uint64_t)c->visits * HD_MUTE_ONE_IN, (1u << stage) - 1);
}

bool hd_mute_point(struct hd_pc *e, uint32_t stage, uintptr_t addr)
{
	bool may = stage >= FIRST_STAGE && !(e->flags & HD_PC_ATOMIC);
	struct candidate *c = may ? find_or_add(e) : NULL;
	uint64_t now = clock_now();
	bool same, walks;

	hd_patch_look();
	if (!c || (c->state == LEADS && !leads_no_more(c)))
		return false;
	same = addr == c->addr;
	walks = goes_on(c, addr, c->gap + 1);
	if (c->state == NEW) {
		begin_trial(c);
	} else if (is_led(c, same, walks)) {
		c->visits++;
		c->counted += c->gap + 1;
	} else {
		make_leader(c);
		return false;
	}
	try_point(c, now, stage, same);
	return true;
}
