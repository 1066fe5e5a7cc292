/* SPDX-License-Identifier: Apache-2.0
 *
 * What a module takes from others. */
#pragma once

#include <link.h>
#include <stdbool.h>

/* A function of this name, of another module, is called or its address taken. */
bool hd_module_imports(const struct dl_phdr_info *module, const char *name);
