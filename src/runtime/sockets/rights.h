/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors that go through sockets (SCM_RIGHTS). */
#pragma once

#include <sys/socket.h>

/* The message was sent through this socket. If the peer is outside, the descriptors in the message are
 * outside from now on, except those of plain files. */
void hd_rights_sent(int fd, const struct msghdr *m);
/* The message was received: the descriptors in it are new. */
void hd_rights_received(const struct msghdr *m);
