/* SPDX-License-Identifier: Apache-2.0
 * Both are joined before the result is read; racy: only one of them, which did not write it. */
#include "race.h"

static int result;

static void *writer(void *unused)
{
	result = 1; /* race */
	return unused;
}

static void *bystander(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, bystander, NULL);
	if (RACY_OR(false, true))
		pthread_join(a, NULL);
	pthread_join(b, NULL);
	use(result); /* race */
	if (RACY_OR(true, false))
		pthread_join(a, NULL);
	return 0;
}
