/* SPDX-License-Identifier: Apache-2.0
 *
 * Data from one descriptor to another. */
#pragma once

/* A run begins: no thread is moving data. */
void hd_splice_run_begin(void);
