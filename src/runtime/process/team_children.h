/* SPDX-License-Identifier: Apache-2.0
 *
 * Children under control, as their parent waits for them. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

struct hd_wanted {     /* as waitid() wants it */
	unsigned type; /* idtype_t */
	unsigned id;
};

/* This process has made children under control, and waits for such. */
bool hd_team_is_parent(const struct hd_wanted *w);
/* One of its children that has ended and was not waited for: its id and how it ended; 0: none. *alive: one
 * that could be waited for has not ended. */
pid_t hd_team_ended(const struct hd_wanted *w, siginfo_t *info, bool *alive);
void hd_team_waited(pid_t pid);
