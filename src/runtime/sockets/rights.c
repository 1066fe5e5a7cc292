/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/sockets/rights.h"

#include "runtime/arch/memory.h"
#include "runtime/io/io.h"

static void for_each(const struct msghdr *m, void (*act)(int fd))
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR((struct msghdr *)m, c)) {
		if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS)
			continue;
		for (size_t at = 0; CMSG_LEN(at + sizeof(int)) <= c->cmsg_len; at += sizeof(int)) {
			int fd = -1;

			hd_copy(&fd, CMSG_DATA(c) + at, sizeof fd);
			act(fd);
		}
	}
}

static void goes_outside(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	if (f && f->kind != HD_FILE_PLAIN)
		hd_fd_set_distance(fd, HD_OUTSIDE);
}

void hd_rights_sent(int fd, const struct msghdr *m)
{
	if (m->msg_control && hd_fd_distance(fd) != HD_INSIDE)
		for_each(m, goes_outside);
}

void hd_rights_received(const struct msghdr *m)
{
	if (m->msg_control)
		for_each(m, hd_fd_made_some);
}
