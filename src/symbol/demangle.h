/* SPDX-License-Identifier: Apache-2.0
 *
 * Names of C++ symbols without debug information, by the C++ library of this machine, if there is one. */
#pragma once

/* `bank::deposit` of `_ZN4bank7depositEi`, without parameters. Malloc'ed; the name itself if it is not
 * mangled.
 */
char *hd_demangle(const char *name);
