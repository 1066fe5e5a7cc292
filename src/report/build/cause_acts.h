/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread looks at something under a lock and acts on what it saw under the same lock, which it has given
 * back meanwhile. */
#pragma once

#include "report/build/cause_choice.h"

/* Where the window ends with what the thread would do next, but the thread has acted on its look before: it
 * ends with that act. A run that has the change between the two has it in the longer window, too. */
void hd_end_with_act(const struct hd_build *b, struct hd_between *x);
