/* SPDX-License-Identifier: Apache-2.0
 *
 * Who is at the other end of a socket, and when what was sent has arrived there. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The virtual time at which a wait for these events ends by SO_RCVTIMEO or SO_SNDTIMEO. */
uint64_t hd_socket_deadline(int fd, short events);
/* The program set a timeout for a socket. */
void hd_socket_timeout_set(void);

/* The kernel may take its time to deliver to it although the sender is in the program: TCP. */
bool hd_socket_is_late(int fd);
/* Something was sent or ended here: wait until the other end, if it is in the program, has got it. */
void hd_socket_settle(int fd);

/* After listen(), connect() and accept(): find the other end, if it is in the program. */
void hd_socket_listens(int fd);
void hd_socket_connected(int fd);
void hd_socket_accepted(int listener, int fd);

void hd_sockets_run_begin(void);
