/* SPDX-License-Identifier: Apache-2.0
 *
 * Installed as lib/heddle/include/bits/c++config.h, which heddle-c++ lets compilers find before libstdc++'s
 * header of that name. libstdc++ declares that its library has instances of common templates, such as
 * std::string, so that programs need none. The library is not instrumented; without that declaration programs
 * have instances of their own, which are. */
#pragma GCC system_header
#include_next <bits/c++config.h>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
