/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread gets a pointer under a lock and keeps it when it has given the lock back; meanwhile another one
 * takes the lock and puts another block there. */
#pragma once

#include "report/build/cause_freed_pointer.h"

/* False: that is not so. `out->look` is where the user gets the pointer, and `out->freed` is what comes
 * between that and its use. */
bool hd_choose_kept_pointer(const struct hd_build *b, const struct hd_decisive_list *l,
			    struct hd_freed_pointer *out);
/* To be freed. */
char *hd_kept_pointer_remedy(struct hd_build *b, const struct hd_freed_pointer *x);
