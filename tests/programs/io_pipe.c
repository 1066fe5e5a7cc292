/* SPDX-License-Identifier: Apache-2.0
 * io_pipe.c: two threads hand numbers through a pipe to a third, which reads until the end of the stream; a
 * long write goes in parts as the reader makes room.
 * EXPECT: passed
 * ARGS: -n 300 */
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#define EACH 5
#define LONG 200000

static int ends[2], second[2];
static char much[LONG];

static void *produce(void *from)
{
	int number = *(int *)from;

	for (int i = 0; i < EACH; i++, number++)
		if (write(ends[1], &number, sizeof number) != sizeof number)
			return from;
	return NULL;
}

static void *produce_much(void *unused)
{
	ssize_t n = write(second[1], much, sizeof much);

	close(second[1]);
	return n == LONG ? NULL : unused;
}

int main(void)
{
	pthread_t a, b, c;
	int from[2] = {100, 200}, number, sum = 0;
	void *wrong[3] = {NULL, NULL, NULL};
	char part[3000];
	ssize_t n, total = 0;

	if (pipe(ends) || pipe(second))
		return 1;
	pthread_create(&a, NULL, produce, &from[0]);
	pthread_create(&b, NULL, produce, &from[1]);
	pthread_create(&c, NULL, produce_much, &from[0]);
	for (int i = 0; i < 2 * EACH; i++) {
		if (read(ends[0], &number, sizeof number) != sizeof number)
			return 2;
		sum += number;
	}
	while ((n = read(second[0], part, sizeof part)) > 0)
		total += n;
	pthread_join(a, &wrong[0]);
	pthread_join(b, &wrong[1]);
	pthread_join(c, &wrong[2]);
	if (wrong[0] || wrong[1] || wrong[2] || n < 0 || total != LONG)
		return 3;
	close(ends[1]);
	if (read(ends[0], &number, sizeof number) != 0)
		return 4;
	return sum == EACH * 300 + 2 * (0 + 1 + 2 + 3 + 4) ? 0 : 5;
}
