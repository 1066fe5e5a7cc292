/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/learnt_remote.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "base/fail.h"

#define START_PATIENCE 30.0  /* seconds that a search waits for the server before it begins */
#define END_PATIENCE   300.0 /* … and before it ends without having written all            */
#define QUIET	       2.0   /* what takes no longer is not worth a sentence               */

static void pause_a_little(void)
{
	const struct timespec pause = {.tv_nsec = 200000000};

	nanosleep(&pause, NULL);
}

/* What is wrong may pass by itself. */
static bool may_pass(const struct hd_store *s)
{
	return hd_store_state(s) == HD_STORE_AWAY || hd_store_state(s) == HD_STORE_BUSY;
}

static int give_up(struct hd_learnt *l)
{
	if (hd_store_state(l->store) == HD_STORE_NEWER)
		return hd_complain("the store %s was written by a newer version of heddle; use that one",
				   l->shown);
	return hd_complain("cannot use the store %s (%s)", l->shown, hd_store_why(l->store));
}

int hd_learnt_await(struct hd_learnt *l)
{
	double begin = hd_now();
	bool told = false;

	for (;;) {
		l->store = hd_store_open(l->path, HD_STORE_WRITE);
		if (hd_store_state(l->store) == HD_STORE_FINE)
			return 0;
		if (!may_pass(l->store) || hd_now() - begin > START_PATIENCE)
			return give_up(l);
		if (!told && hd_now() - begin > QUIET)
			hd_complain("the store %s does not answer (%s); waiting for it", l->shown,
				    hd_store_why(l->store));
		told |= hd_now() - begin > QUIET;
		hd_store_close(l->store);
		l->store = NULL;
		pause_a_little();
	}
}

bool hd_learnt_may_write(const struct hd_learnt *l)
{
	return hd_store_state(l->store) == HD_STORE_FINE || (l->remote && may_pass(l->store));
}

bool hd_learnt_away(struct hd_learnt *l, bool last)
{
	if (!l->away)
		l->away_since = hd_now();
	l->away = true;
	if (!l->muted && (last || hd_now() - l->away_since > QUIET)) {
		hd_complain("the store %s does not answer (%s); what is learnt is kept and written later",
			    l->shown, hd_store_why(l->store));
		l->muted = true;
	}
	return true;
}

void hd_learnt_back(struct hd_learnt *l)
{
	if (l->away && l->muted)
		hd_complain("the store %s answers again", l->shown);
	l->away = l->muted = false;
}

bool hd_learnt_waits(struct hd_learnt *l)
{
	if (!l->path || !l->away)
		return false;
	if (hd_now() - l->away_since > END_PATIENCE) {
		hd_complain(
		    "the store %s did not answer for too long; the last moments of this search are not in it",
		    l->shown);
		return false;
	}
	pause_a_little();
	return true;
}
