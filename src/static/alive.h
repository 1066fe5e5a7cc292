/* SPDX-License-Identifier: Apache-2.0
 *
 * Which threads may be alive where: a flow of masks through all functions, from where they are created to
 * where they are joined. Private to the analysis of threads. */
#pragma once

#include "static/thread_kinds.h"

/* Fill alive[], and `many` of each kind. */
void hd_alive_find(struct hd_threads *t);
