/* SPDX-License-Identifier: Apache-2.0
 * io_udp.c: datagrams over the loopback: each is one message, the sender is told, several at once, and a
 * receive that ends by its timeout.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 30 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static struct sockaddr_in server_at;

static int udp_socket(struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	socklen_t size = sizeof *at;

	*at = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	if (fd < 0 || bind(fd, (struct sockaddr *)at, size) || getsockname(fd, (struct sockaddr *)at, &size))
		return -1;
	return fd;
}

static void *client(void *wrong)
{
	struct sockaddr_in own;
	int fd = udp_socket(&own), answer = 0;
	char data[100] = "x";

	if (fd < 0 || sendto(fd, data, 10, 0, (struct sockaddr *)&server_at, sizeof server_at) != 10 ||
	    sendto(fd, data, 0, 0, (struct sockaddr *)&server_at, sizeof server_at) != 0 ||
	    sendto(fd, data, 100, 0, (struct sockaddr *)&server_at, sizeof server_at) != 100)
		return wrong;
	if (recv(fd, &answer, sizeof answer, 0) != sizeof answer || answer != 110)
		return wrong;
	close(fd);
	return NULL;
}

static int receive_three(int fd, struct sockaddr_in *from)
{
	char first[50], second[50], third[50];
	struct iovec parts[2] = {{second, sizeof second}, {third, sizeof third}};
	struct mmsghdr m[2] = {{.msg_hdr = {.msg_iov = &parts[0], .msg_iovlen = 1}},
			       {.msg_hdr = {.msg_iov = &parts[1], .msg_iovlen = 1}}};
	socklen_t size = sizeof *from;

	if (recvfrom(fd, first, sizeof first, MSG_PEEK, NULL, NULL) != 10 ||
	    recvfrom(fd, first, sizeof first, 0, (struct sockaddr *)from, &size) != 10)
		return 1;
	if (recvmmsg(fd, m, 2, 0, NULL) != 2 || m[0].msg_len != 0 || m[1].msg_len != 50)
		return 2;
	return m[1].msg_hdr.msg_flags & MSG_TRUNC ? 0 : 3;
}

static int times_out(int fd)
{
	struct timeval moment = {0, 1000};
	char byte;

	if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &moment, sizeof moment))
		return 1;
	return recv(fd, &byte, 1, 0) == -1 && errno == EAGAIN ? 0 : 2;
}

int main(void)
{
	struct sockaddr_in peer;
	int fd = udp_socket(&server_at), answer = 110;
	pthread_t t;
	void *wrong;

	if (fd < 0)
		return 1;
	pthread_create(&t, NULL, client, &fd);
	if (receive_three(fd, &peer))
		return 2;
	if (sendto(fd, &answer, sizeof answer, 0, (struct sockaddr *)&peer, sizeof peer) != sizeof answer)
		return 3;
	pthread_join(t, &wrong);
	if (recv(fd, &answer, sizeof answer, MSG_DONTWAIT) != -1 || errno != EAGAIN)
		return 4;
	return wrong || times_out(fd) ? 5 : 0;
}
