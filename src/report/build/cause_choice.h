/* SPDX-License-Identifier: Apache-2.0
 *
 * Of all orders that are decisive, those that the sentence is about. */
#pragma once

#include "report/build/build_state.h"

struct hd_side { /* an operation */
	const struct hd_wire_event *event;
	const struct hd_decisive *decisive; /* not NULL: it is not in the run, and this says where it is */
	const struct hd_positions *at;	    /* in other runs */
};

/* A thread runs between two operations of another, and either order is decisive: `begin` comes before one of
 * `earlier` and `later`, and the other one before `end`. */
struct hd_between {
	struct hd_side begin, end; /* of one thread */
	struct hd_side earlier,
	    later;    /* of the other, in the order in which they happened; may be the same */
	bool crossed; /* `later` is what has to come after `begin`, and `earlier` what comes before `end` */
	bool refuted; /* a run passes in which that is so, too */
};

struct hd_order_pair {
	struct hd_side first, second;
};

/* False: there is none. */
bool hd_choose_between(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *out);
/* A signal, and how the thread that it woke goes on. */
bool hd_choose_woken(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out);
/* A wait that ends for no reason; both are that. */
bool hd_choose_spurious(const struct hd_build *b, const struct hd_decisive_list *l,
			struct hd_order_pair *out);
/* What sends a signal, and where a thread handles it. */
bool hd_choose_interrupted(const struct hd_build *b, const struct hd_decisive_list *l,
			   struct hd_order_pair *out);
/* A thread updates something in one step and loads it when another one has updated it, too; that of the
 * thread that fails, if there is one. */
bool hd_choose_late_load(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *out);
bool hd_choose_order(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out);
/* A change that comes after the look of a thread that waits since then, and that wakes no thread. */
bool hd_choose_unheard(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *out);
/* The wait in which the first thread is since before the second has changed what the first had looked at,
 * without waking anyone; NULL: that is not so. */
const struct hd_wire_event *hd_waits_since_before(const struct hd_build *b, const struct hd_order_pair *x);
/* A run passes in which that is so, too. */
bool hd_order_is_refuted(const struct hd_decisive_list *l, const struct hd_order_pair *x);
/* A run passes in which both are so. */
bool hd_orders_are_refuted(const struct hd_decisive_list *l, const struct hd_order_pair *x,
			   const struct hd_order_pair *y);
/* Two orders, so that no run passes in which both are as in the one that fails. */
bool hd_choose_two(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_order_pair *one,
		   struct hd_order_pair *other);
/* Where `than` says little: a read that comes before a store of what it should have seen. */
bool hd_choose_flow(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *than,
		    struct hd_order_pair *out);

/* The order that was found, if it is one of two operations as they are; false: it is not. */
bool hd_take_pair(const struct hd_build *b, const struct hd_decisive *d, struct hd_order_pair *out);
/* False: the two are not about one thread between two operations of another. */
bool hd_make_between(const struct hd_order_pair *in, const struct hd_order_pair *out, struct hd_between *x);
bool hd_only_reads(const struct hd_side *s);
bool hd_only_stores(const struct hd_side *s);
bool hd_writes(const struct hd_side *s);
/* It is so in this run, which passes. */
bool hd_passes_with_order(const struct hd_order_pair *x, unsigned run);
