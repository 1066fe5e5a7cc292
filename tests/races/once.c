/* SPDX-License-Identifier: Apache-2.0
 * The table is set up by pthread_once; racy: by a flag of one's own. */
#include "race.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool set_up;
static int table;

static void fill(void)
{
	table = 1; /* race */
}

THREAD(visit)
{
	if (RACY_OR(false, true)) {
		pthread_once(&once, fill);
	} else if (!set_up) { /* race */
		fill();
		set_up = true; /* race */
	}
	use(table); /* race */
}

int main(void)
{
	RUN(visit, visit);
	return 0;
}
