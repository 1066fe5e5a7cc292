/* SPDX-License-Identifier: Apache-2.0
 *
 * Operations that the failing run did not get to: a thread is held until the others can do no more, and where
 * the program passes then, what they did meanwhile should have come first. */
#pragma once

#include "heddle/shrink/explainer.h"

/* Hold each thread at its last operations of this kind. */
void hd_hold_last_steps(struct hd_explainer *x, bool (*wanted)(const struct hd_wire_event *e));
