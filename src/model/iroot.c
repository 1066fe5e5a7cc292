/* SPDX-License-Identifier: Apache-2.0 */
#include "model/iroot.h"

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
