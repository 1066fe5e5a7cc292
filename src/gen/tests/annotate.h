/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known about each function of a library after a search. */
#pragma once

#include "gen/tests/experience.h"

struct hd_unsafe_calls { /* of a violation */
	uint32_t functions[GEN_THREADS];
	unsigned n;
	const char *where; /* its folder */
};

void hd_annotate(const struct hd_model *m, const struct hd_experience *e,
		 const struct hd_unsafe_calls *unsafe, size_t nunsafe, FILE *f);
