/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/fail.h"

int hd_listen_private(struct hd_listener *l)
{
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	const char *where = getenv("TMPDIR");

	*l = (struct hd_listener){.fd = -1};
	l->folder = hd_sprintf("%s/heddle-gdb-XXXXXX", where && *where ? where : "/tmp");
	if (!mkdtemp(l->folder)) {
		hd_complain_errno(errno, "cannot make the folder %s", l->folder);
		free(l->folder);
		l->folder = NULL;
		return HD_EXIT_TROUBLE;
	}
	l->path = hd_sprintf("%s/socket", l->folder);
	if (snprintf(at.sun_path, sizeof(at.sun_path), "%s", l->path) >= (int)sizeof(at.sun_path))
		return hd_complain("the path %s is too long for a socket", l->path);
	l->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (l->fd < 0 || bind(l->fd, (struct sockaddr *)&at, sizeof(at)) || listen(l->fd, 1))
		return hd_complain_errno(errno, "cannot listen at %s", l->path);
	return 0;
}

int hd_listen_port(struct hd_listener *l, unsigned port)
{
	struct sockaddr_in at = {.sin_family = AF_INET,
				 .sin_port = htons((uint16_t)port),
				 .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
	socklen_t size = sizeof(at);
	int yes = 1;

	*l = (struct hd_listener){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
	if (l->fd < 0 || setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes)) ||
	    bind(l->fd, (struct sockaddr *)&at, sizeof(at)) || listen(l->fd, 1) ||
	    getsockname(l->fd, (struct sockaddr *)&at, &size))
		return hd_complain_errno(errno, "cannot listen at port %u", port);
	l->port = ntohs(at.sin_port);
	return 0;
}

void hd_listener_close(struct hd_listener *l)
{
	if (l->fd >= 0)
		close(l->fd);
	l->fd = -1;
}

void hd_listener_term(struct hd_listener *l)
{
	hd_listener_close(l);
	if (l->path)
		unlink(l->path);
	if (l->folder)
		rmdir(l->folder);
	free(l->path);
	free(l->folder);
}
