/* SPDX-License-Identifier: Apache-2.0
 *
 * Why a thread uses a block that another one has freed: it has got the pointer from a place that the other
 * one changes, so the look and the use belong together; or it has told the other one too early that it does
 * not need the block any more. */
#pragma once

#include "report/build/cause_choice.h"

struct hd_freed_pointer {
	struct hd_side
	    look; /* the user reads the pointer; when the change comes before that, the program passes */
	struct hd_side change; /* another thread writes there … */
	struct hd_side freed;  /* … and the block is freed, all before the user fails */
	bool lets_go;	       /* `look` is a write of the user instead, which `change` reads and goes by */
};

/* False: that is not so, or no experiment has shown it. */
bool hd_choose_freed_pointer(const struct hd_build *b, const struct hd_decisive_list *l,
			     struct hd_freed_pointer *out);
/* The same where nothing has changed before the free: the user has got the pointer too early. */
bool hd_choose_early_look(const struct hd_build *b, const struct hd_decisive_list *l,
			  struct hd_freed_pointer *out);
/* The same of what the user has written, and the other thread has read, before that frees the block. */
bool hd_choose_let_go(const struct hd_build *b, const struct hd_decisive_list *l,
		      struct hd_freed_pointer *out);
/* A thread counts the last reference down, and another one gets a new reference before the first one takes
 * the block away, and then frees it. */
bool hd_choose_revival(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *out);
/* To be freed. */
char *hd_freed_pointer_remedy(struct hd_build *b, const struct hd_freed_pointer *x);
/* The user has made the block, and so has the other thread, which had found no pointer to one yet: `first` is
 * that look, and `second` stores the pointer that the other thread has replaced since. */
bool hd_choose_made_twice(const struct hd_build *b, struct hd_order_pair *out);
