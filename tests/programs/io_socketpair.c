/* SPDX-License-Identifier: Apache-2.0
 * io_socketpair.c: requests and answers over socket pairs, a stream and datagrams; more than fits into the
 * buffers; the end of the stream by shutdown.
 * EXPECT: passed
 * ARGS: -n 300 */
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#define LONG 500000

static int stream[2], messages[2];
static char much[LONG];

static void *answer(void *unused)
{
	int question, sum = 0;
	ssize_t n;

	while ((n = recv(messages[1], &question, sizeof question, 0)) == sizeof question && question) {
		question *= 2;
		send(messages[1], &question, sizeof question, 0);
	}
	if (write(stream[1], much, sizeof much) != LONG || shutdown(stream[1], SHUT_WR))
		return unused;
	while (read(stream[1], &question, sizeof question) == sizeof question)
		sum += question;
	return sum == 6 ? NULL : unused;
}

static int ask(int number)
{
	int answered = 0;

	if (send(messages[0], &number, sizeof number, 0) != sizeof number || !number)
		return 0;
	if (recv(messages[0], &answered, sizeof answered, 0) != sizeof answered)
		return -1;
	return answered;
}

int main(void)
{
	pthread_t t;
	char part[5000];
	ssize_t n, total = 0;
	void *wrong;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, stream) || socketpair(AF_UNIX, SOCK_DGRAM, 0, messages))
		return 1;
	pthread_create(&t, NULL, answer, stream);
	for (int i = 1; i < 4; i++)
		if (ask(i) != 2 * i)
			return 2;
	ask(0);
	while ((n = recv(stream[0], part, sizeof part, MSG_WAITALL)) > 0)
		total += n;
	if (n || total != LONG)
		return 3;
	for (int i = 1; i < 4; i++)
		if (write(stream[0], &i, sizeof i) != sizeof i)
			return 4;
	close(stream[0]);
	pthread_join(t, &wrong);
	return wrong ? 5 : 0;
}
