/* SPDX-License-Identifier: Apache-2.0
 * A thread writes to a variable on its creator's stack, who reads it after the join; racy: before. Later
 * threads use the same stacks again. */
#include "race.h"

static void *fill(void *to)
{
	int local[8] = {0};

	for (int i = 0; i < 8; i++)
		((volatile int *)local)[i] = i;
	*(int *)to = local[3]; /* race */
	return NULL;
}

static void ask(void)
{
	pthread_t t;
	int answer = 0;

	pthread_create(&t, NULL, fill, &answer);
	if (RACY_OR(true, false))
		use(answer); /* race */
	pthread_join(t, NULL);
	use(answer);
}

THREAD(asker)
{
	ask();
	ask();
}

int main(void)
{
	RUN(asker, asker);
	return 0;
}
