/* SPDX-License-Identifier: Apache-2.0
 * io_unix.c: more clients than the queue of a UNIX listener holds; one waits until the server accepts.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 60 */
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define CLIENTS 4

static struct sockaddr_un where = {.sun_family = AF_UNIX};
static socklen_t size = sizeof where;

static void *client(void *own_number)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0), number = *(int *)own_number, answer = 0;

	if (fd < 0 || connect(fd, (struct sockaddr *)&where, size))
		return own_number;
	if (write(fd, &number, sizeof number) != sizeof number ||
	    read(fd, &answer, sizeof answer) != sizeof answer)
		return own_number;
	close(fd);
	return answer == number + 1 ? NULL : own_number;
}

static int serve(int listener)
{
	int fd = accept(listener, NULL, NULL), number;

	if (fd < 0 || read(fd, &number, sizeof number) != sizeof number)
		return 1;
	number++;
	if (write(fd, &number, sizeof number) != sizeof number)
		return 1;
	return close(fd);
}

int main(void)
{
	int listener = socket(AF_UNIX, SOCK_STREAM, 0), numbers[CLIENTS], failed = 0;
	pthread_t t[CLIENTS];
	void *wrong;

	/* Without a name: the kernel chooses one that nobody has. */
	if (bind(listener, (struct sockaddr *)&where, sizeof where.sun_family) || listen(listener, 1) ||
	    getsockname(listener, (struct sockaddr *)&where, &size))
		return 1;
	for (int i = 0; i < CLIENTS; i++) {
		numbers[i] = 10 * i;
		pthread_create(&t[i], NULL, client, &numbers[i]);
	}
	for (int i = 0; i < CLIENTS && !failed; i++)
		failed = serve(listener);
	for (int i = 0; i < CLIENTS && !failed; i++) {
		pthread_join(t[i], &wrong);
		failed = wrong != NULL;
	}
	return failed;
}
