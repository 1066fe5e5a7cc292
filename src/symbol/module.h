/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a module. The debug information may be in the file or in another one. */
#pragma once

#include <stdio.h>

#include "symbol/frame.h"
#include "symbol/module_state.h"

struct hd_symbol_module *hd_module_open(const char *path);
void hd_module_close(struct hd_symbol_module *m);
