/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a thread has got the pointer to a block from that another thread frees before it uses it: a place
 * that the other one changes as well, so the look and the use belong together. */
#pragma once

#include "report/build/cause_choice.h"

struct hd_freed_pointer {
	struct hd_side
	    look; /* the user reads the pointer; when the change comes before that, the program passes */
	struct hd_side change; /* another thread writes there … */
	struct hd_side freed;  /* … and the block is freed, all before the user fails */
};

/* False: that is not so, or no experiment has shown it. */
bool hd_choose_freed_pointer(const struct hd_build *b, const struct hd_decisive_list *l,
			     struct hd_freed_pointer *out);
/* To be freed. */
char *hd_freed_pointer_remedy(struct hd_build *b, const struct hd_freed_pointer *x);
