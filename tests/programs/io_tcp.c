/* SPDX-License-Identifier: Apache-2.0
 * io_tcp.c: a server and two clients in one program, over the loopback; each client's request is answered,
 * then the stream ends.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 60 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

#define CLIENTS 2
#define LONG	20000

static struct sockaddr_in where;
static char much[LONG];

static int get(int fd, void *to, size_t size)
{
	return recv(fd, to, size, MSG_WAITALL) == (ssize_t)size;
}

static void *client(void *own_number)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0), number = *(int *)own_number, doubled = 0;
	char part[4096];
	ssize_t n, total = 0;

	if (fd < 0 || connect(fd, (struct sockaddr *)&where, sizeof where))
		return own_number;
	if (write(fd, &number, sizeof number) != sizeof number || !get(fd, &doubled, sizeof doubled))
		return own_number;
	while ((n = read(fd, part, sizeof part)) > 0)
		total += n;
	close(fd);
	return n == 0 && doubled == 2 * number && total == LONG ? NULL : own_number;
}

static int serve(int listener)
{
	struct sockaddr_in peer;
	socklen_t size = sizeof peer;
	int fd = accept4(listener, (struct sockaddr *)&peer, &size, SOCK_CLOEXEC), number;

	if (fd < 0 || size != sizeof peer || !get(fd, &number, sizeof number))
		return 1;
	number *= 2;
	if (send(fd, &number, sizeof number, MSG_NOSIGNAL) != sizeof number ||
	    write(fd, much, sizeof much) != LONG || shutdown(fd, SHUT_WR))
		return 2;
	if (recv(fd, &number, sizeof number, 0) != 0)
		return 3;
	return close(fd) ? 4 : 0;
}

int main(void)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0), numbers[CLIENTS] = {11, 22}, failed = 0;
	socklen_t size = sizeof where;
	pthread_t t[CLIENTS];
	void *wrong;

	where.sin_family = AF_INET;
	where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (bind(listener, (struct sockaddr *)&where, size) || listen(listener, 8) ||
	    getsockname(listener, (struct sockaddr *)&where, &size))
		return 1;
	for (int i = 0; i < CLIENTS; i++)
		pthread_create(&t[i], NULL, client, &numbers[i]);
	for (int i = 0; i < CLIENTS && !failed; i++)
		failed = serve(listener);
	if (failed)
		return 10 + failed;
	for (int i = 0; i < CLIENTS; i++) {
		pthread_join(t[i], &wrong);
		failed |= wrong != NULL;
	}
	return failed;
}
