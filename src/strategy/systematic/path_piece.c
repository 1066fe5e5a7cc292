/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/path_piece.h"

#include "model/gap.h"

/* ---- from the frontier ---- */

struct way { /* to a piece: how many choices of both kinds */
	uint32_t steps, values;
	bool whole; /* it begins at the root, and fits */
};

static struct way measure(struct hd_frontier *f, uint32_t piece)
{
	const struct hd_frontier_node *n = hd_frontier_at(f, piece);
	struct way way = {0};

	while (n && n->parent && way.steps + way.values < HD_FRONTIER_NODES) {
		n = hd_frontier_at(f, n->parent);
		way.steps += n && n->kind == HD_NODE_THREADS;
		way.values += n && n->kind == HD_NODE_NUMBERS;
	}
	way.whole = n && !n->parent && way.steps <= HD_PATH_STEPS && way.values <= HD_PATH_VALUES;
	return way;
}

static void read_way(struct hd_path *p, struct hd_frontier *f, uint32_t piece)
{
	const struct hd_frontier_node *n = hd_frontier_at(f, piece);
	uint32_t steps = p->base, values = p->nbase;

	while (n && n->parent) {
		const struct hd_frontier_node *up = hd_frontier_at(f, n->parent);

		if (up && up->kind == HD_NODE_THREADS && steps) {
			p->steps[--steps] = (struct hd_path_step){
			    .ready = up->ready,
			    .wanted = up->wanted,
			    .tried = n->before | hd_thread_bit(n->label),
			    .sleep = up->sleep,
			    .look = n->look,
			    .node = n->parent,
			    .tid = n->label,
			};
		} else if (up && values) {
			p->values[--values] = (struct hd_path_value){
			    .after = steps, .chosen = n->label, .options = up->options};
		}
		n = up;
	}
}

void hd_path_load(struct hd_path *p, struct hd_frontier *f, uint32_t piece)
{
	struct way way = measure(f, piece);

	hd_path_clear(p);
	if (!way.whole) {
		p->gaps |= HD_GAP_BIT(DIFFERENT);
		return;
	}
	p->fixed = p->base = way.steps;
	p->nfixed = p->nbase = way.values;
	read_way(p, f, piece);
	while (hd_frontier_can_absorb(f, piece)) {
		if (hd_frontier_at(f, hd_frontier_at(f, piece)->parent)->kind == HD_NODE_THREADS)
			p->base--;
		else
			p->nbase--;
		hd_frontier_absorb(f, piece);
	}
}

/* ---- to the frontier ---- */

struct place { /* on the way down: so many steps and data choices are behind */
	uint32_t steps, values;
};

static bool is_at_end(const struct hd_path *p, const struct place *at)
{
	return at->steps >= p->fixed && at->values >= p->nfixed;
}

/* What comes next is a data choice. */
static bool is_at_value(const struct hd_path *p, const struct place *at)
{
	return at->values < p->nfixed && (p->values[at->values].after <= at->steps || at->steps >= p->fixed);
}

static bool has_left_at(const struct hd_path *p, const struct place *at)
{
	const struct hd_path_value *v = &p->values[at->values];

	return is_at_value(p, at) ? v->chosen + 1u < v->options : hd_path_left(&p->steps[at->steps]);
}

static void move_down(const struct hd_path *p, struct place *at)
{
	if (is_at_value(p, at))
		at->values++;
	else
		at->steps++;
}

/* Below the first choice that has something left. */
static struct place where_to_cut(const struct hd_path *p, bool all)
{
	const struct place base = {p->base, p->nbase}, end = {p->fixed, p->nfixed};

	for (struct place at = base; !all && !is_at_end(p, &at); move_down(p, &at))
		if (has_left_at(p, &at)) {
			move_down(p, &at);
			return at;
		}
	return all ? end : base;
}

static uint32_t give_step(struct hd_path_step *s, struct hd_frontier *f, uint32_t piece)
{
	const struct hd_frontier_node choice = {.kind = HD_NODE_THREADS,
						.ready = s->ready,
						.wanted = s->wanted,
						.tried = s->tried,
						.sleep = s->sleep};
	const struct hd_frontier_node edge = {
	    .label = s->tid, .before = s->tried & ~hd_thread_bit(s->tid), .look = s->look};

	s->node = piece;
	return hd_frontier_deepen(f, piece, &choice, &edge);
}

static uint32_t give_value(const struct hd_path_value *v, struct hd_frontier *f, uint32_t piece)
{
	const struct hd_frontier_node choice = {
	    .kind = HD_NODE_NUMBERS, .next = (uint16_t)(v->chosen + 1), .options = v->options};
	const struct hd_frontier_node edge = {.label = v->chosen};

	return hd_frontier_deepen(f, piece, &choice, &edge);
}

uint32_t hd_path_give(struct hd_path *p, struct hd_frontier *f, uint32_t piece, bool all)
{
	struct place at = {p->base, p->nbase}, cut = where_to_cut(p, all);

	if (hd_frontier_room(f) < cut.steps - at.steps + (cut.values - at.values))
		return piece;
	while (at.steps < cut.steps || at.values < cut.values) {
		if (is_at_value(p, &at))
			piece = give_value(&p->values[at.values], f, piece);
		else
			piece = give_step(&p->steps[at.steps], f, piece);
		move_down(p, &at);
	}
	p->base = cut.steps;
	p->nbase = cut.values;
	return piece;
}
