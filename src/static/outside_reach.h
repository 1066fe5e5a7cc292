/* SPDX-License-Identifier: Apache-2.0
 *
 * What code may change that is not analysed. */
#pragma once

#include "static/facts/facts.h"

/* By node: it can be reached from what is handed to a function whose code is not known. malloc'ed. */
bool *hd_outside_reach(struct hd_static_facts *f);
