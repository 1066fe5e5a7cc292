/* SPDX-License-Identifier: Apache-2.0
 *
 * In which order one thread comes from place to place: a graph whose nodes are operations and joints between
 * them, and whose edges lead to what may come next in the same thread, through calls and back. It tells from
 * where a place can still be reached. */
#pragma once

#include "static/found.h"

/* Put it into the list of pairs. Left out when the program is too large, or when its code does not say in
 * which order it runs. */
void hd_flow_add(struct hd_found *found);
