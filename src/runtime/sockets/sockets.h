/* SPDX-License-Identifier: Apache-2.0
 *
 * What is at the other end of a socket, and when sent data has arrived there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

/* The virtual time at which a wait for these events ends by SO_RCVTIMEO or SO_SNDTIMEO. */
uint64_t hd_socket_deadline(int fd, short events);
/* The program set a timeout for a socket. */
void hd_socket_timeout_set(void);

/* ---- connections within the program ---- */

/* The descriptor of the program's own socket that listens at this address. -1: there is none, but an outside
 * process may listen there. */
int hd_socket_listener(const struct sockaddr *address, socklen_t size);
/* After bind(), listen(), connect() and accept() succeeded. listener: the program's own socket that the
 * connection goes to, -1: it goes outside. */
void hd_socket_bound(int fd);
void hd_socket_listens(int fd);
void hd_socket_connected(int fd, int listener);
void hd_socket_accepted(int listener, int fd);

/* ---- arrival: TCP delivers when the kernel finds the time, also within a process ---- */

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

void hd_sockets_run_begin(void);
