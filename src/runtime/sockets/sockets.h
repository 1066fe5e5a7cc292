/* SPDX-License-Identifier: Apache-2.0
 *
 * What is at the other end of a socket: connections within the program. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* The descriptor of the program's own socket that listens at this address. -1: there is none, but an outside
 * process may listen there. */
int hd_socket_listener(const struct sockaddr *address, socklen_t size);
/* After bind(), listen(), connect() and accept() succeeded. listener: the program's own socket that the
 * connection goes to, -1: it goes outside. */
void hd_socket_bound(int fd);
void hd_socket_listens(int fd);
void hd_socket_connected(int fd, int listener);
void hd_socket_accepted(int listener, int fd);

void hd_sockets_run_begin(void);
