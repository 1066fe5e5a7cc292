/* SPDX-License-Identifier: Apache-2.0
 * io_rights.c: descriptors are handed to another thread through a socket, and to a child; names of hosts are
 * looked up meanwhile.
 * EXPECT: passed
 * ARGS: -n 100
 * WORLD: yes
 * DETERMINISM: 15 */
#define _GNU_SOURCE
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int hand_over(int socket, int fd)
{
	char byte = 'x';
	struct iovec part = {&byte, 1};
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control = {.head = {CMSG_LEN(sizeof(int)), SOL_SOCKET, SCM_RIGHTS}};
	struct msghdr m = {
	    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};

	memcpy(CMSG_DATA(&control.head), &fd, sizeof fd);
	return sendmsg(socket, &m, 0) == 1 ? 0 : -1;
}

static int take_over(int socket)
{
	char byte;
	struct iovec part = {&byte, 1};
	union {
		struct cmsghdr head;
		char room[CMSG_SPACE(sizeof(int))];
	} control;
	struct msghdr m = {
	    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
	int fd;

	if (recvmsg(socket, &m, 0) != 1 || m.msg_controllen < sizeof control.head)
		return -1;
	memcpy(&fd, CMSG_DATA(&control.head), sizeof fd);
	return fd;
}

/* Reads a word from a pipe that it is given. */
static int reads_word(int socket)
{
	int fd = take_over(socket);
	char word[6] = "";

	return fd >= 0 && read(fd, word, 5) == 5 && !strcmp(word, "hello") && !close(fd);
}

static void *reader(void *socket)
{
	return reads_word(*(int *)socket) ? NULL : socket;
}

static void *resolver(void *name)
{
	struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *found;
	char number[64];
	int failed = getaddrinfo(name, "80", &hints, &found);

	failed = failed || getnameinfo(found->ai_addr, found->ai_addrlen, number, sizeof number, NULL, 0,
				       NI_NUMERICHOST);
	if (!failed)
		freeaddrinfo(found);
	return failed || strcmp(number, "127.0.0.1") ? name : NULL;
}

int main(void)
{
	int sockets[2], ends[2], status;
	pthread_t t, r[2];
	void *wrong[3];
	pid_t child;

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) || pipe(ends))
		return 1;
	pthread_create(&t, NULL, reader, &sockets[1]);
	/* A bare machine may not know its own name. */
	pthread_create(&r[0], NULL, resolver, access("/etc/hosts", R_OK) ? "127.0.0.1" : "localhost");
	pthread_create(&r[1], NULL, resolver, "127.0.0.1");
	if (hand_over(sockets[0], ends[0]) || write(ends[1], "hello", 5) != 5)
		return 2;
	pthread_join(t, &wrong[0]);
	pthread_join(r[0], &wrong[1]);
	pthread_join(r[1], &wrong[2]);
	if (wrong[0] || wrong[1] || wrong[2])
		return 3;
	child = fork();
	if (child == 0)
		_exit(reads_word(sockets[1]) ? 0 : 1);
	if (pipe(ends) || hand_over(sockets[0], ends[0]) || write(ends[1], "hello", 5) != 5)
		return 4;
	return waitpid(child, &status, 0) == child && status == 0 ? 0 : 5;
}
