/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/systematic/value_tried.h"

#include "base/rng.h"

struct hd_value_tried *hd_value_tried_of(struct hd_value *v, uint64_t key)
{
	uint32_t at = (uint32_t)hd_mix64(key) & (HD_VALUE_TRIED - 1);

	for (unsigned i = 0; i < HD_VALUE_TRIED; i++, at = (at + 1) & (HD_VALUE_TRIED - 1)) {
		if (!v->tried[at].key)
			v->tried[at].key = key;
		if (v->tried[at].key == key)
			return &v->tried[at];
	}
	return NULL;
}
