/* SPDX-License-Identifier: Apache-2.0
 *
 * What a search knows from earlier ones, and what it leaves to later ones: between the store and the wire.
 * Trouble with the store gets one sentence and never stops a search, but for a store that a newer version of
 * heddle has written.
 *
 *   learnt.c       opens the store, sets it aside when it is damaged, one batch after the other
 *   learnt_load.c  from the store to the wire, before the workers start; learnt_changed.c knows which
 * functions are other ones than in the build that was searched before learnt_save.c  from the wire to the
 * store: what is new since the last batch; learnt_points.c and learnt_found.c have parts of that */
#pragma once

#include "heddle/learnt/learnt_state.h"

/* Open the store if there is one, and put what it knows into the wire. 0, or HD_EXIT_TROUBLE. */
int hd_learnt_load(struct hd_learnt *l, struct hd_wire *wire);
/* A batch. */
void hd_learnt_save(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p);
/* What searches on other machines have learnt meanwhile, about every second. */
void hd_learnt_listen(struct hd_learnt *l, struct hd_wire *wire);
void hd_learnt_term(struct hd_learnt *l);

/* The program as the store at this path calls it; to be freed. */
char *hd_learnt_program_name(const char *store, const char *program);
