/* SPDX-License-Identifier: Apache-2.0
 *
 * What a run leaves behind in the kernel: what can be undone is undone, the rest makes a reset in place
 * impossible. */
#pragma once

#include <stdbool.h>

#include "wire/wire.h"

/* The state before main is what each run starts from. */
void hd_kernel_snapshot(void);
/* A descriptor of the runtime's own, opened after the snapshot, is not closed after runs. */
void hd_kernel_stays_open(int fd);
/* Undo what the last run did; what cannot be undone is returned. */
enum hd_taint hd_kernel_reset(void);
/* Put the offsets of files that were open before main back when a run begins. The last run leaves them at its
 * end, so that what heddle or a shell writes next follows its output. */
void hd_kernel_rewind(void);
/* The same for their flags, and for the settings of terminals. */
void hd_kernel_undo_flags(void);
/* End processes that a forked run left behind. */
void hd_kernel_reap_orphans(void);
/* This run has left nothing in the kernel so far, as far as the runtime sees it. */
bool hd_kernel_is_as_before_main(void);
/* This run is at its beginning, and may become a start point. */
void hd_kernel_prefix_begins(void);
/* All that it has changed since then is memory that was there before. It may have read files: none is open
 * that was not before main. */
bool hd_kernel_prefix_is_memory(void);
/* The descriptor was open before main. */
bool hd_kernel_is_old_file(int fd);
