/* SPDX-License-Identifier: Apache-2.0
 *
 * What tells deadlocks apart: the places where the threads of the cycle wait for each other. */
#pragma once

#include "wire/wire.h"

/* A number that is equal for equal cycles, whichever threads they are made of; 0: there is no cycle. */
uint64_t hd_deadlock_cycle_of(const struct hd_wire_failure *f);
