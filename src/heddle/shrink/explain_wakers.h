/* SPDX-License-Identifier: Apache-2.0
 *
 * Several threads wait at one place for ever: who wakes threads there in runs that pass? */
#pragma once

#include "heddle/shrink/explainer.h"

/* Finds threads that only wake each other. */
void hd_find_wakers(struct hd_explainer *x);
