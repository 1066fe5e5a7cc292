/* SPDX-License-Identifier: Apache-2.0
 * io_splice.c: data moves between files, pipes and sockets without passing through the program, and to and
 * from places in a file; all of it while the other end makes room.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 40 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#define SIZE 300000

static int ends[2], through[2];

static int copied(int fd)
{
	char a[1000], b[500];
	struct iovec parts[2] = {{a, 1000}, {b, 500}};

	return preadv(fd, parts, 2, 10) == 1500 && a[0] == 'a' + 10 % 26 && b[499] == 'a' + (10 + 1499) % 26;
}

/* file -> socket */
static void *sender(void *file)
{
	off_t at = 0;

	if (sendfile(ends[1], *(int *)file, &at, SIZE + 1) != SIZE || at != SIZE)
		return file;
	return close(ends[1]) ? file : NULL;
}

/* socket -> pipe */
static void *mover(void *wrong)
{
	ssize_t n, total = 0;

	while ((n = splice(ends[0], NULL, through[1], NULL, 65536, 0)) > 0)
		total += n;
	close(through[1]);
	return n == 0 && total == SIZE ? NULL : wrong;
}

static int tee_and_vmsplice(void)
{
	int a[2], b[2];
	char text[] = "twice", first[6], second[6];
	struct iovec part = {text, sizeof text};

	if (pipe(a) || pipe(b) || vmsplice(a[1], &part, 1, 0) != sizeof text ||
	    tee(a[0], b[1], sizeof text, 0) != sizeof text)
		return 1;
	return read(a[0], first, 6) != 6 || read(b[0], second, 6) != 6 || strcmp(first, second);
}

int main(void)
{
	FILE *file = tmpfile(), *copy = tmpfile();
	pthread_t s, m;
	void *wrong[2];
	off_t total = 0, at = 0;
	int from = fileno(file), to = fileno(copy);
	ssize_t n;

	for (int i = 0; i < SIZE; i++)
		fputc('a' + i % 26, file);
	fflush(file);
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || pipe(through))
		return 1;
	pthread_create(&s, NULL, sender, &from);
	pthread_create(&m, NULL, mover, ends);
	while ((n = splice(through[0], NULL, to, NULL, 100000, 0)) > 0)
		total += n;
	pthread_join(s, &wrong[0]);
	pthread_join(m, &wrong[1]);
	if (n || total != SIZE || wrong[0] || wrong[1] || !copied(to))
		return 2;
	if (ftruncate(to, 0) || copy_file_range(from, &at, to, &(off_t){0}, SIZE, 0) != SIZE || !copied(to))
		return 3;
	return tee_and_vmsplice() ? 4 : 0;
}
