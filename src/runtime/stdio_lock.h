/* SPDX-License-Identifier: Apache-2.0
 *
 * The locks of streams, as flockfile() and its relatives know them. */
#pragma once

/* All streams are unlocked. */
void hd_stdio_run_begin(void);
