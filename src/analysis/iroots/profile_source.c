/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/iroots/profile_source.h"

#define NEAR                                                                                                 \
	1024 /* bytes: what is further behind the place that a pointer points to is another object of the    \
		block */

void hd_profile_source_see(struct hd_profile *p, struct hd_profile_thread *self, const struct hd_op *op,
			   enum hd_role role, struct hd_profile_source here, struct hd_profile_place *place)
{
	struct hd_profile_pointer *last = &self->pointers[self->npointers % HD_PROFILE_POINTERS];
	struct hd_profile_pointer x = {.source = place->set};

	if (hd_role_sets(role)) {
		place->set = here;
		return;
	}
	if (role != HD_READS || op->size != sizeof(uint64_t) || op->addr % sizeof(uint64_t) || !p->pointer_at)
		return;
	x.value = p->pointer_at(op->addr, &x.end);
	if (!x.value)
		return;
	*last = x;
	self->npointers++;
}

struct hd_profile_source hd_profile_source_of(const struct hd_profile_thread *self, hd_tid t, uint64_t addr)
{
	struct hd_profile_source source = {0};
	unsigned n = self->npointers < HD_PROFILE_POINTERS ? self->npointers : HD_PROFILE_POINTERS;
	uint64_t nearest = NEAR;

	for (unsigned i = 1; i <= n; i++) { /* the latest first */
		const struct hd_profile_pointer *x =
		    &self->pointers[(self->npointers - i) % HD_PROFILE_POINTERS];

		if (addr - x->value < nearest && addr < x->end) {
			nearest = addr - x->value;
			source = x->source;
		}
	}
	if (source.tid == t)
		return (struct hd_profile_source){0};
	return source;
}
