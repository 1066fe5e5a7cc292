/* SPDX-License-Identifier: Apache-2.0
 * io_stdio_cancel.c: a thread is cancelled while it waits for a line; it does not keep the stream's lock.
 * EXPECT: passed
 * ARGS: -n 200
 * NATIVE: no
 * DETERMINISM: 60 */
/* Not natively: glibc's reading functions leave the lock behind or not depending on where they are. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static FILE *in;

static void *reader(void *unused)
{
	char line[64];

	while (fgets(line, sizeof line, in))
		;
	return unused;
}

int main(void)
{
	pthread_t t;
	void *result;
	int ends[2];
	char line[64] = "";

	if (pipe(ends))
		return 1;
	in = fdopen(ends[0], "r");
	pthread_create(&t, NULL, reader, NULL);
	pthread_cancel(t);
	pthread_join(t, &result);
	if (result != PTHREAD_CANCELED)
		return 2;
	clearerr(in);
	if (write(ends[1], "hello\n", 6) != 6 || !fgets(line, sizeof line, in))
		return 3;
	return line[0] == 'h' ? 0 : 4;
}
