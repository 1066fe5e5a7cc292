/* SPDX-License-Identifier: Apache-2.0
 *
 * The iRoots that runs have exposed, of all workers together, in the wire. */
#pragma once

#include "model/iroot.h"

void hd_coverage_exposed(void *to, const struct hd_iroot *r);
