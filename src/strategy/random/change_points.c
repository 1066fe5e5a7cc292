/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/random/change_points.h"

#include "strategy/taught.h"

#define FIRST_GUESS 64 /* decisions of a run about which nothing is known */

uint32_t hd_change_points_length(const struct hd_change_points *m)
{
	return m->length ? m->length : FIRST_GUESS;
}

static void set_next(struct hd_change_points *m)
{
	m->next_at = m->next < m->n && m->next < HD_CHANGE_POINTS_MAX ? m->of[m->next].at : UINT64_MAX;
}

/* What the strategy has seen itself is better than what others have, unless there were fewer scheduling
 * points. */
static void know_length(struct hd_change_points *m, const struct hd_run_info *run)
{
	const struct hd_taught *t = run->taught;

	if (t && t->complete && t->decisions &&
	    (!m->length || (m->points != run->points && t->points == run->points)))
		m->length = t->decisions;
	m->points = run->points;
}

void hd_change_points_draw(struct hd_change_points *m, unsigned n, const struct hd_run_info *run)
{
	uint32_t length;

	know_length(m, run);
	length = hd_change_points_length(m);

	if (n > HD_CHANGE_POINTS_MAX)
		n = HD_CHANGE_POINTS_MAX;
	for (unsigned i = 0; i < n; i++) {
		struct hd_moment drawn = {.at = hd_rng_below(run->rng, length), .rank = i + 1};
		unsigned j = i;

		for (; j > 0 && m->of[j - 1].at > drawn.at; j--)
			m->of[j] = m->of[j - 1];
		m->of[j] = drawn;
	}
	m->n = n;
	m->next = 0;
	m->now = 0;
	set_next(m);
}

uint32_t hd_change_points_come(struct hd_change_points *m)
{
	uint32_t rank;

	if (m->next >= HD_CHANGE_POINTS_MAX) /* the program under test wrote over our state */
		return 0;
	rank = m->of[m->next++].rank;
	set_next(m);
	return rank;
}

/* Rounded up, so that what is approached is reached. */
static uint32_t points_share(uint32_t difference, uint32_t parts)
{
	return difference / parts + (difference % parts != 0);
}

/* Nearly the longest run of late: too short a length would leave the ends of runs without points, while one
 * that is somewhat too long only wastes a few. */
void hd_change_points_learn(struct hd_change_points *m, const struct hd_run_info *run)
{
	uint32_t seen = m->now < UINT32_MAX ? (uint32_t)m->now : UINT32_MAX;

	if (!seen || !hd_run_is_typical(run->outcome))
		return;
	if (!m->length)
		m->length = seen;
	else if (seen > m->length)
		m->length += points_share(seen - m->length, 2);
	else
		m->length -= points_share(m->length - seen, 16);
}
