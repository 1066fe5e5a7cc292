/* SPDX-License-Identifier: Apache-2.0
 *
 * What tells failures apart when the schedule of one is changed: the kind, the place with its call stack, and
 * for heap misuse who freed the block, for deadlocks where the threads of the cycle wait; and where a run is
 * watched for the causes of others, which of those have part in it. It does not depend on how a wire numbers
 * its sites. */
#pragma once

#include "wire/wire.h"

/* A number that is equal for equal failures. */
uint64_t hd_failure_key(const struct hd_wire *wire, const struct hd_wire_failure *f);
