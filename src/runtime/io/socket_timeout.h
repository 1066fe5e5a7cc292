/* SPDX-License-Identifier: Apache-2.0
 *
 * Waits that end by a socket's own timeout. */
#pragma once

#include <stdint.h>

/* The virtual time at which a wait for these events ends by SO_RCVTIMEO or SO_SNDTIMEO. */
uint64_t hd_socket_deadline(int fd, short events);
/* The program set a timeout for a socket. */
void hd_socket_timeout_set(void);
/* A run begins: none is set. */
void hd_socket_timeouts_forget(void);
