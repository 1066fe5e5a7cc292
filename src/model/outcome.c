/* SPDX-License-Identifier: Apache-2.0 */
#include "model/outcome.h"

#include <string.h>

const char *const hd_outcome_text[HD_OUTCOME_COUNT] = {
#define HD_OUTCOME(id, text, failure) [HD_OUT_##id] = (text),
#include "model/outcome.def"
#undef HD_OUTCOME
};

const bool hd_outcome_is_failure[HD_OUTCOME_COUNT] = {
#define HD_OUTCOME(id, text, failure) [HD_OUT_##id] = (failure),
#include "model/outcome.def"
#undef HD_OUTCOME
};

enum hd_outcome hd_outcome_named(const char *text)
{
	for (int k = 0; k < HD_OUTCOME_COUNT; k++)
		if (!strcmp(hd_outcome_text[k], text))
			return (enum hd_outcome)k;
	return HD_OUTCOME_COUNT;
}
