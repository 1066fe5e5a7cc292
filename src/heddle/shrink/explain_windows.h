/* SPDX-License-Identifier: Apache-2.0
 *
 * One thread between two operations of another: experiments with each such window that was found. */
#pragma once

#include "heddle/shrink/explainer.h"

/* Put only a part of what the other thread did there into the window: a run that passes all the same shows
 * which part of it matters. */
void hd_try_parts_of_windows(struct hd_explainer *x);
/* A thread updates something in one step and then loads it, when another one has updated it, too: what if it
 * had loaded it at once? */
void hd_close_update_windows(struct hd_explainer *x);
