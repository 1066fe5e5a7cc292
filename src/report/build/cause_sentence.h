/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes the program fail, in one sentence, with the usual remedy. It is made of facts of the run (who
 * holds which lock, who freed the block) and of orders that experiments have shown to be decisive, and of
 * nothing else: where there are none the report says nothing about it. */
#pragma once

#include "report/build/build_state.h"

/* `decisive` may be NULL. The steps that the sentence is about are marked. */
void hd_say_cause(struct hd_build *b, const struct hd_decisive_list *decisive);
