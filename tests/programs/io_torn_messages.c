/* SPDX-License-Identifier: Apache-2.0
 * io_torn_messages.c: a message is sent in two parts, and its receiver takes what one read returns for a
 * whole message.
 * EXPECT: exit  EXPLAIN: 24 39 [23]
 * ARGS: -n 300 */
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

struct message {
	int size;
	char text[12];
};

static int ends[2];

static void *sender(void *unused)
{
	struct message m = {sizeof m.text, "hello"};

	for (int i = 0; i < 3; i++)
		if (write(ends[1], &m.size, sizeof m.size) != sizeof m.size ||
		    write(ends[1], m.text, sizeof m.text) != sizeof m.text)
			break;
	close(ends[1]);
	return unused;
}

int main(void)
{
	struct message m;
	pthread_t t;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
		return 2;
	pthread_create(&t, NULL, sender, NULL);
	for (int i = 0; i < 3; i++)
		if (read(ends[0], &m, sizeof m) != sizeof m)
			return 1;
	pthread_join(t, NULL);
	return 0;
}
