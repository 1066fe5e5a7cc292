/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/worker/work_open.h"

#include <poll.h>

#include "base/clock.h"
#include "base/fail.h"

#define PATIENCE 30.0 /* seconds in which a server may begin to answer */

bool hd_work_may_pass(const struct hd_store *s)
{
	return hd_store_state(s) == HD_STORE_AWAY || hd_store_state(s) == HD_STORE_BUSY;
}

struct hd_store *hd_work_open(const char *name, const char *shown, enum hd_store_mode mode)
{
	double end = hd_now() + PATIENCE;
	struct hd_store *s = hd_store_open(name, mode);

	while (hd_work_may_pass(s) && hd_now() < end) {
		hd_store_close(s);
		poll(NULL, 0, 200);
		s = hd_store_open(name, mode);
	}
	if (hd_store_state(s) == HD_STORE_FINE)
		return s;
	if (hd_store_state(s) == HD_STORE_NEWER)
		hd_complain("the store %s was written by a newer version of heddle; use that one", shown);
	else
		hd_complain("cannot use the store %s (%s)", shown, hd_store_why(s));
	hd_store_close(s);
	return NULL;
}
