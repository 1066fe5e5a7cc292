/* SPDX-License-Identifier: Apache-2.0
 *
 * Values that generated tests pass: the same in the driver and in the tests that are written out. */
#pragma once

#define HD_GEN_TEXTS  6
#define HD_GEN_TOKENS 3

extern const char *const hd_gen_texts[HD_GEN_TEXTS]; /* as they are, none has to be quoted */
