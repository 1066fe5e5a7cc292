/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/frontier.h"

#define LOCK_TRIES 2000 /* the lock is held for microseconds */

/* ---- the lock ---- */

bool hd_frontier_lock(struct hd_frontier *f, unsigned worker)
{
	for (unsigned i = 0; i < LOCK_TRIES; i++) {
		uint32_t no_owner = 0;

		if (atomic_compare_exchange_weak_explicit(&f->lock, &no_owner, worker + 1,
							  memory_order_acquire, memory_order_relaxed))
			return true;
		__builtin_ia32_pause();
	}
	return false;
}

void hd_frontier_unlock(struct hd_frontier *f)
{
	atomic_store_explicit(&f->lock, 0, memory_order_release);
}

void hd_frontier_unlock_of(struct hd_frontier *f, unsigned worker)
{
	if (atomic_load(&f->lock) != worker + 1)
		return;
	atomic_store(&f->torn, 1);
	hd_frontier_unlock(f);
}

/* ---- nodes ---- */

struct hd_frontier_node *hd_frontier_at(struct hd_frontier *f, uint32_t number)
{
	if (!number || number > HD_FRONTIER_NODES || f->nodes[number - 1].kind == HD_NODE_FREE ||
	    f->nodes[number - 1].kind >= HD_NODE_KINDS)
		return NULL;
	return &f->nodes[number - 1];
}

static uint32_t add_node(struct hd_frontier *f, const struct hd_frontier_node *node)
{
	uint32_t number = f->free;

	if (number && number <= HD_FRONTIER_NODES)
		f->free = f->nodes[number - 1].parent;
	else if (f->used < HD_FRONTIER_NODES)
		number = ++f->used;
	else
		return 0;
	f->nodes[number - 1] = *node;
	f->count++;
	return number;
}

static void free_node(struct hd_frontier *f, uint32_t number)
{
	f->nodes[number - 1] = (struct hd_frontier_node){.parent = f->free};
	f->free = number;
	f->count--;
}

uint32_t hd_frontier_room(const struct hd_frontier *f)
{
	return f->count < HD_FRONTIER_NODES ? HD_FRONTIER_NODES - f->count : 0;
}

void hd_frontier_restart(struct hd_frontier *f)
{
	f->used = f->count = f->free = 0;
	atomic_store(&f->over, 0);
	atomic_store(&f->torn, 0);
	add_node(f, &(struct hd_frontier_node){.kind = HD_NODE_PIECE});
	atomic_fetch_add(&f->generation, 1);
}

/* ---- what is left ---- */

static uint64_t threads_left(const struct hd_frontier_node *n)
{
	return n->wanted & n->ready & ~n->tried & ~n->sleep;
}

unsigned hd_frontier_ways_left(const struct hd_frontier_node *n)
{
	if (n->kind == HD_NODE_THREADS)
		return (unsigned)__builtin_popcountll(threads_left(n));
	return n->kind == HD_NODE_NUMBERS && n->next < n->options ? (unsigned)n->options - n->next : 0;
}

bool hd_frontier_has_left(const struct hd_frontier_node *n)
{
	return hd_frontier_ways_left(n);
}

/* A worker may take it, or part of it, now. */
static bool can_be_taken(const struct hd_frontier_node *n)
{
	if (n->kind == HD_NODE_PIECE)
		return !n->worker;
	return hd_frontier_has_left(n) && !n->unmarked;
}

/* Pieces come before choices, so that what was begun is ended; otherwise the largest part of the search,
 * which is that nearest to the root. */
static bool is_better(const struct hd_frontier_node *a, const struct hd_frontier_node *b)
{
	if ((a->kind == HD_NODE_PIECE) != (b->kind == HD_NODE_PIECE))
		return a->kind == HD_NODE_PIECE;
	return a->depth < b->depth;
}

static uint32_t best_to_take(const struct hd_frontier *f)
{
	uint32_t best = 0;

	for (uint32_t i = 0; i < f->used && i < HD_FRONTIER_NODES; i++)
		if (can_be_taken(&f->nodes[i]) && (!best || is_better(&f->nodes[i], &f->nodes[best - 1])))
			best = i + 1;
	return best;
}

bool hd_frontier_has_more(const struct hd_frontier *f)
{
	return best_to_take(f);
}

uint64_t hd_frontier_left(const struct hd_frontier *f)
{
	uint64_t left = 0;

	for (uint32_t i = 0; i < f->used && i < HD_FRONTIER_NODES; i++)
		left += f->nodes[i].kind == HD_NODE_PIECE ? 1 : hd_frontier_ways_left(&f->nodes[i]);
	return left;
}

/* The next possibility of a choice becomes a piece. */
static uint32_t hand_out(struct hd_frontier *f, uint32_t number)
{
	struct hd_frontier_node *n = &f->nodes[number - 1];
	struct hd_frontier_node piece = {
	    .kind = HD_NODE_PIECE, .parent = number, .depth = n->depth + 1, .before = n->tried};

	if (!hd_frontier_room(f))
		return 0;
	if (n->kind == HD_NODE_THREADS) {
		piece.label = (uint16_t)__builtin_ctzll(threads_left(n));
		n->tried |= 1ULL << piece.label;
	} else {
		piece.label = n->next++;
		n->unmarked = n->marked;
	}
	n->below++;
	return add_node(f, &piece);
}

uint32_t hd_frontier_take(struct hd_frontier *f, unsigned worker)
{
	uint32_t number = best_to_take(f);

	if (number && f->nodes[number - 1].kind != HD_NODE_PIECE)
		number = hand_out(f, number);
	if (number)
		f->nodes[number - 1].worker = (uint8_t)(worker + 1);
	return number;
}

void hd_frontier_done(struct hd_frontier *f, uint32_t piece)
{
	struct hd_frontier_node *n = hd_frontier_at(f, piece);

	while (n && (n->kind == HD_NODE_PIECE || (!n->below && !hd_frontier_has_left(n)))) {
		uint32_t parent = n->parent;

		free_node(f, (uint32_t)(n - f->nodes) + 1);
		n = hd_frontier_at(f, parent);
		if (n && n->below)
			n->below--;
	}
	if (!f->count)
		atomic_store(&f->over, 1);
}

/* ---- the shape ---- */

uint32_t hd_frontier_deepen(struct hd_frontier *f, uint32_t piece, const struct hd_frontier_node *choice,
			    const struct hd_frontier_node *edge)
{
	struct hd_frontier_node *n = &f->nodes[piece - 1], old = *n;
	struct hd_frontier_node below = {.before = edge->before,
					 .parent = piece,
					 .look = edge->look,
					 .label = edge->label,
					 .kind = HD_NODE_PIECE,
					 .worker = old.worker,
					 .depth = old.depth + 1};

	*n = *choice;
	n->before = old.before;
	n->parent = old.parent;
	n->look = choice->kind == HD_NODE_NUMBERS && choice->marked ? choice->look : old.look;
	n->label = old.label;
	n->depth = old.depth;
	n->worker = 0;
	n->below = 1;
	return add_node(f, &below);
}

/* Nothing of the parent was handed out after the way to this node. */
static bool is_last_of(const struct hd_frontier_node *n, const struct hd_frontier_node *parent)
{
	if (parent->kind == HD_NODE_THREADS)
		return parent->tried == (n->before | 1ULL << (n->label & 63));
	return parent->kind == HD_NODE_NUMBERS && parent->next == n->label + 1u;
}

bool hd_frontier_can_absorb(struct hd_frontier *f, uint32_t piece)
{
	struct hd_frontier_node *n = hd_frontier_at(f, piece);
	struct hd_frontier_node *parent = n ? hd_frontier_at(f, n->parent) : NULL;

	return parent && parent->below == 1 && is_last_of(n, parent);
}

void hd_frontier_absorb(struct hd_frontier *f, uint32_t piece)
{
	struct hd_frontier_node *n = &f->nodes[piece - 1];
	uint32_t parent = n->parent;
	struct hd_frontier_node *up = &f->nodes[parent - 1];

	n->before = up->before;
	n->parent = up->parent;
	n->look = up->look;
	n->label = up->label;
	n->depth = up->depth;
	free_node(f, parent);
}

void hd_frontier_mark(struct hd_frontier *f, uint32_t number, uint64_t marks)
{
	struct hd_frontier_node *n = hd_frontier_at(f, number);

	if (!n || n->kind != HD_NODE_NUMBERS)
		return;
	n->marks |= marks;
	n->unmarked = 0;
}

/* ---- without the lock ---- */

uint64_t hd_frontier_want(struct hd_frontier *f, uint32_t number, uint64_t initials, uint64_t chosen)
{
	struct hd_frontier_node *n = hd_frontier_at(f, number);
	uint64_t wanted;

	if (!n || n->kind != HD_NODE_THREADS)
		return 0;
	wanted = atomic_load_explicit(&n->wanted, memory_order_relaxed);
	do {
		if (wanted & initials)
			return wanted;
	} while (!atomic_compare_exchange_weak(&n->wanted, &wanted, wanted | (chosen & n->ready)));
	return wanted | (chosen & n->ready);
}
