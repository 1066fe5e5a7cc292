/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/deferred.h"

#include <stdlib.h>

#include "base/fail.h"

#define SHOWN 3 /* when the user has not asked for all */

bool hd_deferred_wants(const struct hd_deferred_list *d, size_t known)
{
	for (size_t i = 0; i < d->n; i++)
		if (d->items[i].known == known)
			return false;
	return true;
}

void hd_deferred_add(struct hd_deferred_list *d, size_t known, struct hd_schedule *s, double seconds)
{
	d->items = hd_grow(d->items, &d->cap, d->n + 1, sizeof *d->items);
	d->items[d->n++] = (struct hd_deferred){.known = known, .schedule = s, .seconds = seconds};
}

void hd_deferred_confirm(struct hd_deferred_list *d, struct hd_confirm *c, bool all)
{
	size_t shown = 0;

	if (c->ledger->nfailures && !all)
		return;
	for (size_t i = 0; i < d->n && (all || shown < SHOWN); i++) {
		struct hd_known *known = &c->ledger->known[d->items[i].known];
		const struct hd_seen seen = {.schedule = d->items[i].schedule,
					     .seconds = d->items[i].seconds};

		if (!hd_ledger_has_ordinary(c->ledger, known))
			shown += hd_confirm_failure(c, known, &seen);
	}
}

void hd_deferred_term(struct hd_deferred_list *d)
{
	for (size_t i = 0; i < d->n; i++)
		hd_schedule_free(d->items[i].schedule);
	free(d->items);
	*d = (struct hd_deferred_list){.n = 0};
}
