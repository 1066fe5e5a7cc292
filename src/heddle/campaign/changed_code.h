/* SPDX-License-Identifier: Apache-2.0
 *
 * A new build of the program: the user is told which functions it has changed, because those come first. */
#pragma once

#include "heddle/campaign/campaign_state.h"

void hd_changed_code_tell(const struct hd_campaign *c);
