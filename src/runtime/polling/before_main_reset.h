/* SPDX-License-Identifier: Apache-2.0
 *
 * The kernel keeps what a run does to descriptors that were made before main (before_main.h), also in a
 * forked run, so each run begins by putting them back. */
#pragma once

/* What is there just before main is what each run starts with. */
void hd_before_main_snapshot(void);
void hd_before_main_run_begin(void);
