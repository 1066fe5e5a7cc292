/* SPDX-License-Identifier: Apache-2.0 */
#include "model/iroot.h"

#include "model/event.h"

/* What takes a lock depends only on what gives one back, so nothing else begins with it. */
bool hd_iroot_is_deadlock(const struct hd_iroot *r)
{
	return r->idiom == 5 && hd_kind_takes(r->kinds[0]);
}

static bool comes_second(const struct hd_iroot *r)
{
	if (r->sites[0] != r->sites[2])
		return r->sites[0] > r->sites[2];
	return r->sites[1] > r->sites[3];
}

void hd_iroot_put_in_order(struct hd_iroot *r)
{
	struct hd_iroot old = *r;

	if (!hd_iroot_is_deadlock(r) || !comes_second(r))
		return;
	for (unsigned i = 0; i < HD_IDIOM_OPS; i++) {
		r->sites[i] = old.sites[(i + 2) % HD_IDIOM_OPS];
		r->kinds[i] = old.kinds[(i + 2) % HD_IDIOM_OPS];
	}
}

uint64_t hd_iroot_key(const struct hd_iroot *r)
{
	uint64_t h = r->idiom;

	for (unsigned i = 0; i < r->n; i++) {
		h = (h ^ ((uint64_t)r->sites[i] << 8 | r->kinds[i])) * 0x9E3779B97F4A7C15ULL;
		h ^= h >> 29;
	}
	return h ? h : 1;
}

struct hd_iroot hd_iroot_half(const struct hd_iroot *r, bool second)
{
	unsigned from = second && r->n >= 2 ? r->n - 2u : 0;

	return (struct hd_iroot){.idiom = 1,
				 .n = 2,
				 .kinds = {r->kinds[from], r->kinds[from + 1]},
				 .sites = {r->sites[from], r->sites[from + 1]}};
}
