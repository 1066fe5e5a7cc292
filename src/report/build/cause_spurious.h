/* SPDX-License-Identifier: Apache-2.0
 *
 * A wait that ends for no reason, as waits for condition variables and futexes may. */
#pragma once

#include <stdio.h>

#include "report/build/cause_choice.h"

/* The sentence, with the pattern and its remedy. */
void hd_put_spurious(struct hd_build *b, FILE *f, const struct hd_order_pair *wait);
