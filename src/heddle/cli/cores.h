/* SPDX-License-Identifier: Apache-2.0
 *
 * How many processors there are for us. */
#pragma once

/* At least 1, and at most as many as a search can have workers. */
unsigned hd_cores(void);
