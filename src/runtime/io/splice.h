/* SPDX-License-Identifier: Apache-2.0
 *
 * Data from one descriptor to another. */
#pragma once

/* No thread is on the way. */
void hd_splice_run_begin(void);
