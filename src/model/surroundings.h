/* SPDX-License-Identifier: Apache-2.0
 *
 * What is done around a run of a server: commands for a shell, before, against and after it. A run is the
 * same again only with the same around it, so a schedule keeps them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hd_surroundings {
	char *setup;	 /* before the server is started; NULL: nothing                     */
	char *ready;	 /* a port or a pattern that tells when it can be used; NULL: at once */
	char *client;	 /* what is run against it; NULL: nothing                           */
	char *teardown;	 /* when it has ended; NULL: nothing                                */
	bool alone;	 /* all of it in a network of its own                               */
	uint32_t worker; /* the commands and the server find it as HEDDLE_WORKER            */
};

static inline bool hd_is_surrounded(const struct hd_surroundings *s)
{
	return s->setup || s->ready || s->client || s->teardown || s->alone;
}
