/* SPDX-License-Identifier: Apache-2.0
 *
 * The tests of a folder in which CMake, Meson or Automake has built a project. */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/suite/suite.h"

/* 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_build_folder_read(struct hd_suite *s, const char *folder, struct hd_signals *signals);
