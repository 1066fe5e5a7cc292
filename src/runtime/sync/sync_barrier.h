/* SPDX-License-Identifier: Apache-2.0
 *
 * What others ask about barriers; see sync_barrier.c. */
#pragma once

#include "model/event.h"

/* For hd_facts.missing. */
unsigned hd_barrier_missing(const struct hd_op *arrival);
