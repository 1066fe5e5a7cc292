/* SPDX-License-Identifier: Apache-2.0
 *
 * Reasons for which two operations are no pair, each of which can be left out to see what it is worth. */
#pragma once

enum {
	HD_FILTER_ORDER = 1,  /* they cannot happen at the same time: threads that are not alive together  */
	HD_FILTER_ESCAPE = 2, /* what they are about is never seen by another thread                       */
	HD_FILTER_LOCK = 4,   /* both are done with the same lock held                                     */
	HD_FILTER_DISJOINT = 8, /* both are done with a lock held that belongs to the object */
	HD_FILTER_ALL = 15,
	HD_FILTERS = 4
};

extern const char *const hd_filter_text[HD_FILTERS];
/* The bit of a filter by its name, 0: there is none of that name. */
unsigned hd_filter_named(const char *name);
