/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a debugger connects to: a socket in a private folder, or a port of this machine. */
#pragma once

#include <sys/types.h>

struct hd_listener {
	int fd;
	char *folder, *path; /* of a socket in the file system, or NULL */
	unsigned port;
};

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_listen_private(struct hd_listener *l);
/* At a port of the loopback address; port 0: any. */
int hd_listen_port(struct hd_listener *l, unsigned port);
/* Stop listening; the folder stays until hd_listener_term(). */
void hd_listener_close(struct hd_listener *l);
void hd_listener_term(struct hd_listener *l);
