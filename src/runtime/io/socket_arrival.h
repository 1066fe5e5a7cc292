/* SPDX-License-Identifier: Apache-2.0
 *
 * TCP within the program: what was sent arrives when the kernel finds the time, which is nearly always at
 * once. The runtime waits for the arrival, so that runs do not depend on its time. */
#pragma once

#include <stdbool.h>

/* Data that the program itself sends to this socket may arrive late. */
bool hd_socket_is_late(int fd);
/* A connection to a listener of the program's own was begun: has it gone through? It has, at once, unless the
 * listener's queue is full. */
bool hd_socket_has_connected(int fd);
/* The program sent or received data here: wait until the other end has seen that. */
void hd_socket_settle(int fd);
/* The other end of a late connection, -1: not known. */
int hd_socket_other_end(int fd);
/* The program closed or shut down the other end of this socket: wait until this socket sees it. */
void hd_socket_settle_end(int fd);
