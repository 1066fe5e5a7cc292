/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors that go through sockets (SCM_RIGHTS). */
#pragma once

#include <sys/socket.h>

/* The message was sent through this socket: who got its descriptors? */
void hd_rights_sent(int fd, const struct msghdr *m);
/* The message came: its descriptors are new. */
void hd_rights_received(const struct msghdr *m);
