/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the program did something: the innermost place that is in its own source. What it does in a container
 * or in a lock of the C++ library is told where it calls that. */
#pragma once

#include "report/build/build_state.h"

struct hd_decisive; /* report/cause.h */

struct hd_location hd_locate_event(struct hd_build *b, const struct hd_wire_event *e);
/* An operation that the run did not get to. */
struct hd_location hd_locate_decisive(struct hd_build *b, const struct hd_decisive *d);
/* Where the function was called that is at the place of one of these; `d` may be NULL. Unknown: it was not
 * called from the program's own source. */
struct hd_location hd_locate_call(struct hd_build *b, const struct hd_wire_event *e,
				  const struct hd_decisive *d);
/* What a thread was about to do at the failure; after hd_describe_threads(). */
struct hd_location hd_locate_pending(struct hd_build *b, const struct hd_wire_thread *t);
/* Where a thread has taken the lock that is at a place; `site` is all that the runtime knows of it. */
struct hd_location hd_locate_acquisition(struct hd_build *b, unsigned tid, const struct hd_wire_place *lock,
					 uint32_t site);
/* Where a heap block was freed. */
struct hd_location hd_locate_free(struct hd_build *b, const struct hd_wire_place *block);
