/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/wire.h"

#include <stddef.h>

_Static_assert(sizeof(struct hd_step) == 8, "a schedule step is 8 bytes");
_Static_assert(offsetof(struct hd_wire, workers) % 4096 == 0, "workers start on a page");

size_t hd_wire_size(unsigned nworkers)
{
	return sizeof(struct hd_wire) + nworkers * sizeof(struct hd_wire_worker);
}
