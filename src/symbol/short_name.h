/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of C++ as a programmer writes them: `std::map<std::string, int>`, without the namespaces, allocators
 * and other default arguments that the library adds. */
#pragma once

/* Malloc'ed. A name that is not understood, or needs no change, stays as it is. */
char *hd_short_name(const char *name);
