/* SPDX-License-Identifier: Apache-2.0 */
#include "model/run_size.h"

int hd_run_size_compare(const struct hd_run_size *a, const struct hd_run_size *b)
{
	if (a->threads != b->threads)
		return a->threads < b->threads ? -1 : 1;
	if (a->preemptions != b->preemptions)
		return a->preemptions < b->preemptions ? -1 : 1;
	if (a->switches != b->switches)
		return a->switches < b->switches ? -1 : 1;
	return a->steps < b->steps ? -1 : a->steps > b->steps;
}
