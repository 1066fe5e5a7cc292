/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads wait for ever: who wakes them at their places in runs that pass? */
#pragma once

#include "heddle/shrink/explainer.h"

/* Finds threads that only wake each other. */
void hd_find_wakers(struct hd_explainer *x);
