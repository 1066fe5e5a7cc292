/* SPDX-License-Identifier: Apache-2.0
 * Each uses blocks of its own, though memory that one gives back may be the other's next block; racy: one
 * block is given away while it is in use. */
#include <stdlib.h>

#include "race.h"

static int *volatile lost; /* written before the threads begin */

THREAD(churn)
{
	for (int i = 0; i < 4; i++) {
		int *own = malloc(40);

		if (own) {
			own[3] = i;
			use(own[3]);
		}
		free(own);
	}
	if (RACY_OR(true, false))
		lost[3]++; /* race */
}

int main(void)
{
	lost = calloc(4, sizeof *lost);
	if (lost)
		RUN(churn, churn, churn);
	free(lost);
	return 0;
}
