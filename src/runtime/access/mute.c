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
#define FIRST_LOOKS  8	  /* at a leader, after which it is tried again; twice as many each further time */
#define FIRST_STAGE  2	  /* of sampling, from which on a scheduling point can be muted */
#define REVEAL_AFTER 256  /* ticks of the clock; twice as many each further time */
#define REVEALS_MAX  32
#define PACE_MAX     4096 /* bytes from one visit of a walk to the next */

enum state { NEW, TRIED, LEADS, MUTED };

struct candidate {
	struct hd_pc *e;
	uint64_t since;	    /* the clock at the first visit of the trial */
	uint64_t steps;	    /* … and the run's steps then */
	uint64_t switches;  /* of threads in the run, at the last visit */
	uint64_t walked;    /* m->walked at the last visit */
	uint64_t points;    /* m->points at the first visit of the trial */
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
	m->all[0] = (struct candidate){0};
}

/* Ticks whenever a leader is visited, and at each step. */
static uint64_t clock_now(void)
{
	return hd_leading.visits + hd_rt.run.steps;
}

static void tick(const struct hd_pc *leader)
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

/* Which leader counts for the site: the one that was visited last, or, if there were more steps than visits
 * of leaders in its trial, number 0, which stands for the steps. */
static void choose_counter(struct candidate *c, uint64_t ticks, uint64_t steps, uint64_t visits)
{
	const struct candidate *last = candidate_of(hd_leading.last);
	uint64_t weight;
	bool by_steps = !last || last == c || steps >= ticks - steps;

	weight = visits * (ONE + (uint64_t)c->load) / (by_steps ? steps + !steps : ticks - steps);
	c->leader = by_steps ? 0 : (uint16_t)(last - m->all);
	c->weight = weight < HEAVIEST ? (uint32_t)weight : HEAVIEST;
}

static void count_for(struct candidate *c, bool more)
{
	struct candidate *leader = &m->all[c->leader];

	leader->load += more ? c->weight : -c->weight;
	leader->workers += more ? c->works : -(uint32_t)c->works;
	hd_leading.per_step = m->all[0].load / ONE;
	hd_leading.hides_work = m->all[0].workers;
}

/* Mute the site for about so many times as long as its trial took. Chance decides, so that other runs hear
 * other visits. How fast the clock will tick is not told by steps of sites that are tried. */
static void mute(struct candidate *c, uint64_t now, uint64_t visits, uint64_t times)
{
	uint64_t steps = hd_rt.run.steps - c->steps, tried = m->points - c->points;
	uint64_t own = tried < steps ? tried : steps, ticks = now - c->since - own;

	c->state = MUTED;
	c->wake_at = now + (ticks + !ticks) * (times / 2 + chance(c) % times);
	c->muted++;
	choose_counter(c, ticks, steps - own, visits);
	count_for(c, true);
	m->next = c->wake_at < m->next ? c->wake_at : m->next;
	m->nmuted++;
	c->asked = false;
	c->e->skip = HD_PC_MUTED;
	hd_patch_out(c->e->pc);
	if (c->strolls) /* there may be no leader around that looks */
		hd_patch_flush();
}

static void wake(struct candidate *c)
{
	c->state = NEW;
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
	hd_patch_flush();
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

static void begin_trial(struct candidate *c, uint64_t now)
{
	c->state = TRIED;
	c->visits = c->unled = c->strays = 0;
	c->pace = 0;
	c->works = c->strolls = c->led = false;
	c->switches = hd_rt.run.switches;
	c->walked = m->walked;
	c->points = m->points;
	c->since = c->seen = now;
	c->steps = hd_rt.run.steps;
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
	c->looks *= 2;
	wake_those_led_by(c);
	hd_mute_look();
	c->state = NEW;
	return true;
}

static void make_leader(struct candidate *c)
{
	c->state = LEADS;
	c->visits = 0;
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
	if (unled && !c->asked && wake_walkers()) {
		c->asked = true;
		begin_trial(c, now);
	} else if (unled) {
		make_leader(best_leader(c));
	} else if (is_tried_enough(c, now - c->since)) {
		mute(c, now, c->visits, HD_MUTE_FOR);
	}
}

bool hd_mute_visit(struct hd_pc *e, uintptr_t addr, bool write)
{
	struct candidate *c = find_or_add(e);
	uint64_t now = clock_now();
	bool same, walks;

	if (!c || (c->state == LEADS && !leads_no_more(c)))
		return false;
	same = !write && addr == c->addr;
	walks = goes_on(c, addr, 1);
	if (c->state == NEW || c->since < m->led_since) /* else visits without a leader would count */
		begin_trial(c, now);
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

/* The visits since the last scheduling point were not heard: were there enough ticks? One of them is the
 * site's own step. A walk needs none, but most new walks one of the thread itself. */
static bool is_led(struct candidate *c, uint64_t now, bool same, bool walks)
{
	c->strolls |= walks;
	if (!c->strolls || same)
		return now - c->seen > 1 + c->gap / (same ? 1 : UNLED);
	if (!walks && led_by_itself(c)) {
		c->led = true;
		c->strays = 0;
	}
	c->strays += !walks;
	return c->strays < HD_MUTE_POINTS;
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

	if (!c || (c->state == LEADS && !leads_no_more(c)))
		return false;
	same = addr == c->addr;
	walks = goes_on(c, addr, c->gap + 1);
	if (c->state == NEW) {
		begin_trial(c, now);
	} else if (is_led(c, now, same, walks)) {
		c->visits++;
	} else {
		make_leader(c);
		return false;
	}
	try_point(c, now, stage, same);
	return true;
}
