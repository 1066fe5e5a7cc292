/* SPDX-License-Identifier: Apache-2.0
 *
 * A store on a server: it may be away for a while, and a search then goes on and writes later what it has
 * learnt. Only its beginning and its end wait. */
#pragma once

#include "heddle/learnt/learnt_state.h"

/* Open it, and wait for some time if its server does not answer. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_learnt_await(struct hd_learnt *l);
/* A batch can be tried. */
bool hd_learnt_may_write(const struct hd_learnt *l);
/* A batch did not get there. Says so once; true. */
bool hd_learnt_away(struct hd_learnt *l, bool last);
/* A batch did. */
void hd_learnt_back(struct hd_learnt *l);
/* The last batch did not get there: pauses a little. False: it did, or that was tried long enough. */
bool hd_learnt_waits(struct hd_learnt *l);
