/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread looks at something under a lock and acts on what it saw under the same lock, which it has given
 * back meanwhile. */
#pragma once

#include "report/build/cause_choice.h"

/* Where the window ends with what the thread would do next, but the thread has acted on its look before: it
 * ends with that act. A run that has the change between the two has it in the longer window, too. */
void hd_end_with_act(const struct hd_build *b, struct hd_between *x);
/* Where the window begins with a store in a critical section, after which the thread gives the lock back, and
 * the thread has looked at the same in that section before, at another line: it begins with that look. What
 * comes after the one comes after the other, too. */
void hd_begin_with_look(struct hd_build *b, struct hd_between *x);
/* The thread acts on a look when it has given the lock back; NULL: that is not so. To be freed. */
char *hd_remedy_of_late_act(struct hd_build *b, const struct hd_between *x);
