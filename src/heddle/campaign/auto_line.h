/* SPDX-License-Identifier: Apache-2.0
 *
 * What `auto` did, in one line. */
#pragma once

#include <stdio.h>

#include "heddle/campaign/campaign_state.h"

void hd_auto_tell(const struct hd_campaign *c, FILE *f);
