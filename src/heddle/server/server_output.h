/* SPDX-License-Identifier: Apache-2.0
 *
 * What a server and the commands around it print, and sentences about it. */
#pragma once

#include "heddle/server/server_state.h"

/* This search cannot go on, for the reason in `sentence`, which it takes over. */
void hd_server_trouble(struct hd_workers *c, unsigned index, char *sentence);
/* What the server printed last, as a clause to be freed. */
char *hd_server_last_words(const struct hd_server *a);
/* A new capture of the server's output. 0, or -1 and errno. */
int hd_server_listen(struct hd_server *a);
/* Take what the server has printed meanwhile. */
void hd_server_drain(const struct hd_workers *c, struct hd_server *a);
/* Show what a command printed, if the user wants to see it. */
void hd_server_show(const struct hd_workers *c, const struct hd_command *command);
