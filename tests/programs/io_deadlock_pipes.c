/* SPDX-License-Identifier: Apache-2.0
 * io_deadlock_pipes.c: two threads write more than fits into each other's pipe before they read: both wait
 * for the other to make room.
 * EXPECT: deadlock  EXPLAIN: 21 [23]
 * ARGS: -n 100 */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

#define MUCH 100000

static int there[2], back[2];

static void exchange(int out, int in)
{
	static char data[MUCH];
	char part[4096];
	size_t got = 0;
	ssize_t n;

	if (write(out, data, sizeof data) != sizeof data)
		return;
	while (got < sizeof data && (n = read(in, part, sizeof part)) > 0)
		got += (size_t)n;
}

static void *other(void *unused)
{
	exchange(back[1], there[0]);
	return unused;
}

int main(void)
{
	pthread_t t;

	if (pipe(there) || pipe(back))
		return 1;
	pthread_create(&t, NULL, other, NULL);
	exchange(there[1], back[0]);
	pthread_join(t, NULL);
	return 0;
}
