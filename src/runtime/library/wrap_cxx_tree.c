/* SPDX-License-Identifier: Apache-2.0
 *
 * std::map and std::set of libstdc++: the functions that walk and balance their red-black trees are in the
 * library, where accesses are invisible, so they are done here.
 *
 * The header of a tree is a red node outside of it: its parent is the root, whose parent is the header; its
 * children are the first and the last node of the tree, or the header itself if there is none. */
#include "runtime/library/member.h"

enum colour { RED, BLACK };

enum side { LEFT, RIGHT };

struct tree_node {
	enum colour colour;
	struct tree_node *parent;
	struct tree_node *child[2];
};

struct tree { /* one call's view of it */
	struct tree_node *header;
	uintptr_t user;
};

#define NODE	 "St18_Rb_tree_node_base"
#define NEXT	 "_ZSt18_Rb_tree_incrementP"
#define PREVIOUS "_ZSt18_Rb_tree_decrementP"
typedef struct tree_node *walk_form(struct tree_node *n);
HD_EXPORT walk_form own_tree_next __asm__(NEXT NODE);
HD_EXPORT walk_form own_tree_next_const __asm__(NEXT "K" NODE);
HD_EXPORT walk_form own_tree_previous __asm__(PREVIOUS NODE);
HD_EXPORT walk_form own_tree_previous_const __asm__(PREVIOUS "K" NODE);
HD_EXPORT void own_tree_insert(bool left, struct tree_node *n, struct tree_node *parent,
			       struct tree_node *header) __asm__("_ZSt29_Rb_tree_insert_and_rebalancebP" NODE
								 "S0_RS_");
HD_EXPORT struct tree_node *
own_tree_erase(struct tree_node *n,
	       struct tree_node *header) __asm__("_ZSt28_Rb_tree_rebalance_for_eraseP" NODE "RS_");

/* ---- walking ---- */

/* The outermost node on one side of the tree below n. */
static struct tree_node *outermost(struct tree_node *n, enum side side, uintptr_t user)
{
	struct tree_node *below;

	while ((below = HD_LOAD(&n->child[side], user)))
		n = below;
	return n;
}

/* The node next to n in the order of the tree. Going up to the right from the last node leads to the root and
 * from there to the header; if the root is the last node, the header is its parent and has it as its own
 * right child, so that one step too many is made. */
static struct tree_node *neighbour(struct tree_node *n, enum side side, uintptr_t user)
{
	struct tree_node *at = HD_LOAD(&n->child[side], user), *up;

	if (at)
		return outermost(at, !side, user);
	up = HD_LOAD(&n->parent, user);
	while (n == HD_LOAD(&up->child[side], user)) {
		n = up;
		up = HD_LOAD(&up->parent, user);
	}
	return side == RIGHT && HD_LOAD(&n->child[RIGHT], user) == up ? n : up;
}

struct tree_node *own_tree_next(struct tree_node *n)
{
	return neighbour(n, RIGHT, hd_member_caller(HD_PC()));
}

struct tree_node *own_tree_next_const(struct tree_node *n)
{
	return neighbour(n, RIGHT, hd_member_caller(HD_PC()));
}

static bool is_header(struct tree_node *n, uintptr_t user)
{
	struct tree_node *parent;

	if (HD_LOAD(&n->colour, user) != RED)
		return false;
	parent = HD_LOAD(&n->parent, user);
	return HD_LOAD(&parent->parent, user) == n;
}

static struct tree_node *previous(struct tree_node *n, uintptr_t user)
{
	return is_header(n, user) ? HD_LOAD(&n->child[RIGHT], user) : neighbour(n, LEFT, user);
}

struct tree_node *own_tree_previous(struct tree_node *n)
{
	return previous(n, hd_member_caller(HD_PC()));
}

struct tree_node *own_tree_previous_const(struct tree_node *n)
{
	return previous(n, hd_member_caller(HD_PC()));
}

/* ---- changing ---- */

static struct tree_node *child(const struct tree *t, struct tree_node *n, enum side side)
{
	return HD_LOAD(&n->child[side], t->user);
}

static struct tree_node *parent_of(const struct tree *t, struct tree_node *n)
{
	return HD_LOAD(&n->parent, t->user);
}

static void paint(const struct tree *t, struct tree_node *n, enum colour colour)
{
	HD_STORE(&n->colour, colour, t->user);
}

/* What is not there counts as black. */
static bool is_red(const struct tree *t, struct tree_node *n)
{
	return n && HD_LOAD(&n->colour, t->user) == RED;
}

static bool is_root(const struct tree *t, const struct tree_node *n)
{
	return HD_LOAD(&t->header->parent, t->user) == n;
}

/* n, or nothing, becomes a child. */
static void hang(const struct tree *t, struct tree_node *parent, enum side side, struct tree_node *n)
{
	HD_STORE(&parent->child[side], n, t->user);
	if (n)
		HD_STORE(&n->parent, parent, t->user);
}

/* Another node, or nothing, becomes what n is for its parent. */
static void replace(const struct tree *t, struct tree_node *n, struct tree_node *by)
{
	struct tree_node *parent = parent_of(t, n);

	if (is_root(t, n))
		HD_STORE(&t->header->parent, by, t->user);
	else
		HD_STORE(&parent->child[child(t, parent, LEFT) == n ? LEFT : RIGHT], by, t->user);
	if (by)
		HD_STORE(&by->parent, parent, t->user);
}

/* n goes down to one side, and its child on the other side takes its place. */
static void rotate(const struct tree *t, struct tree_node *n, enum side side)
{
	struct tree_node *up = child(t, n, !side);

	hang(t, n, !side, child(t, up, side));
	replace(t, n, up);
	hang(t, up, side, n);
}

/* ---- inserting ---- */

static void link_leaf(const struct tree *t, struct tree_node *n, struct tree_node *parent, enum side side)
{
	HD_STORE(&n->parent, parent, t->user);
	HD_STORE(&n->child[LEFT], NULL, t->user);
	HD_STORE(&n->child[RIGHT], NULL, t->user);
	paint(t, n, RED);
	HD_STORE(&parent->child[side], n, t->user);
	if (parent == t->header) { /* the first of all */
		HD_STORE(&t->header->parent, n, t->user);
		HD_STORE(&t->header->child[!side], n, t->user);
	} else if (parent == child(t, t->header, side)) {
		HD_STORE(&t->header->child[side], n, t->user);
	}
}

/* n and its parent are red, which must not be, and the parent's sibling is not: two turns mend it. */
static void turn_red_pair(const struct tree *t, struct tree_node *n, struct tree_node *grandparent,
			  enum side side)
{
	struct tree_node *parent = parent_of(t, n);

	if (n == child(t, parent, !side)) {
		rotate(t, parent, side);
		parent = n;
	}
	paint(t, parent, BLACK);
	paint(t, grandparent, RED);
	rotate(t, grandparent, !side);
}

static void mend_red_pair(const struct tree *t, struct tree_node *n)
{
	while (!is_root(t, n)) {
		struct tree_node *parent = parent_of(t, n), *grandparent, *uncle;
		enum side side;

		if (!is_red(t, parent))
			break;
		grandparent = parent_of(t, parent);
		side = parent == child(t, grandparent, LEFT) ? LEFT : RIGHT;
		uncle = child(t, grandparent, !side);
		if (!is_red(t, uncle)) {
			turn_red_pair(t, n, grandparent, side);
			break;
		}
		paint(t, parent, BLACK);
		paint(t, uncle, BLACK);
		paint(t, grandparent, RED);
		n = grandparent;
	}
	paint(t, HD_LOAD(&t->header->parent, t->user), BLACK);
}

void own_tree_insert(bool left, struct tree_node *n, struct tree_node *parent, struct tree_node *header)
{
	struct tree t = {header, hd_member_caller(HD_PC())};

	link_leaf(&t, n, parent, left ? LEFT : RIGHT);
	mend_red_pair(&t, n);
}

/* ---- erasing ---- */

/* On one side of the parent, where n hangs or nothing does, each path has a black node too few. What is left
 * to do when the sibling is black and one of its children is red. */
static void borrow_black(const struct tree *t, struct tree_node *parent, struct tree_node *sibling,
			 enum side side)
{
	struct tree_node *far = child(t, sibling, !side);

	if (!is_red(t, far)) {
		paint(t, child(t, sibling, side), BLACK);
		paint(t, sibling, RED);
		rotate(t, sibling, !side);
		far = sibling;
		sibling = child(t, parent, !side);
	}
	paint(t, sibling, HD_LOAD(&parent->colour, t->user));
	paint(t, parent, BLACK);
	paint(t, far, BLACK);
	rotate(t, parent, side);
}

static void mend_lack(const struct tree *t, struct tree_node *n, struct tree_node *parent)
{
	while (!is_root(t, n) && !is_red(t, n)) {
		enum side side = child(t, parent, LEFT) == n ? LEFT : RIGHT;
		struct tree_node *sibling = child(t, parent, !side);

		if (is_red(t, sibling)) {
			paint(t, sibling, BLACK);
			paint(t, parent, RED);
			rotate(t, parent, side);
			sibling = child(t, parent, !side);
		}
		if (is_red(t, child(t, sibling, LEFT)) || is_red(t, child(t, sibling, RIGHT))) {
			borrow_black(t, parent, sibling, side);
			return;
		}
		paint(t, sibling, RED);
		n = parent;
		parent = parent_of(t, n);
	}
	if (n)
		paint(t, n, BLACK);
}

/* n has one child or none. */
static void take_out_outer(const struct tree *t, struct tree_node *n, struct tree_node *below)
{
	struct tree_node *parent = parent_of(t, n);

	replace(t, n, below);
	for (enum side side = LEFT; side <= RIGHT; side++)
		if (child(t, t->header, side) == n)
			HD_STORE(&t->header->child[side], below ? outermost(below, side, t->user) : parent,
				 t->user);
	if (HD_LOAD(&n->colour, t->user) == BLACK)
		mend_lack(t, below, parent);
}

/* n has two children: the node after it takes its place and its colour. */
static void take_out_inner(const struct tree *t, struct tree_node *n, struct tree_node *after)
{
	struct tree_node *below = child(t, after, RIGHT), *parent = parent_of(t, after);
	enum colour lost = HD_LOAD(&after->colour, t->user);

	if (parent == n) {
		parent = after;
	} else {
		hang(t, parent, LEFT, below);
		hang(t, after, RIGHT, child(t, n, RIGHT));
	}
	hang(t, after, LEFT, child(t, n, LEFT));
	replace(t, n, after);
	paint(t, after, HD_LOAD(&n->colour, t->user));
	if (lost == BLACK)
		mend_lack(t, below, parent);
}

/* Returns the node that is no longer in the tree. */
struct tree_node *own_tree_erase(struct tree_node *n, struct tree_node *header)
{
	struct tree t = {header, hd_member_caller(HD_PC())};
	struct tree_node *left = child(&t, n, LEFT), *right = child(&t, n, RIGHT);

	if (left && right)
		take_out_inner(&t, n, outermost(right, LEFT, t.user));
	else
		take_out_outer(&t, n, left ? left : right);
	return n;
}
