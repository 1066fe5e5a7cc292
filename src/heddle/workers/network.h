/* SPDX-License-Identifier: Apache-2.0
 *
 * A network of its own for a server and all around it: nothing but a loopback interface, on which every port
 * is free. What one run leaves behind in the kernel does not affect another one. */
#pragma once

struct hd_network {
	int net, user; /* namespaces; -1: the one we are in */
};

#define HD_NETWORK_NONE ((struct hd_network){.net = -1, .user = -1})

/* 0, or -1 with errno when the system does not allow it. */
int hd_network_make(struct hd_network *n);
void hd_network_close(struct hd_network *n);
/* For a process of our own that is about to become another program. 0, or -1 with errno. */
int hd_network_enter(const struct hd_network *n);
