/* SPDX-License-Identifier: Apache-2.0
 *
 * Choices that the standards leave open: what if a signal had woken another waiter? */
#pragma once

#include "heddle/shrink/explainer.h"

void hd_change_values(struct hd_explainer *x, const struct hd_schedule *s);
/* What if no wait ended for no reason? */
void hd_forbid_spurious(struct hd_explainer *x);
/* Make each choice in another way, whatever it is about. False: there are more choices than were tried. */
bool hd_try_other_values(struct hd_explainer *x, const struct hd_schedule *s);
