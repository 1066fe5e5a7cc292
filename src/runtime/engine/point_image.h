/* SPDX-License-Identifier: Apache-2.0
 *
 * A backtracking point as an image of memory, for runs that are reset in place: all private memory of the
 * program, and the runtime's own state. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "runtime/state/backpoints.h"

/* Room for `n` images; false: there is none. */
bool hd_point_images_prepare(struct hd_backpoint *points, unsigned n);
/* The run stands still, and the caller is on the control stack. False: it did not work. */
bool hd_point_image_take(struct hd_backpoint *p);
/* Put the image back over what the last run has left. False: it did not work, and nothing was changed. */
bool hd_point_image_put_back(const struct hd_backpoint *p);
