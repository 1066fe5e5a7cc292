/* SPDX-License-Identifier: Apache-2.0
 * Bitcode that clang keeps in objects for `heddle static`. The plugin with which clang links under -flto
 * takes it for what is to be linked, in place of the object's own code, and that has no instrumentation. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "heddle/cc/cc_words.h"

/* Whether the command asks for link-time optimisation: then objects are bitcode anyhow, and none is kept in
 * them. */
bool hd_cc_optimises_at_link(const struct hd_words *words);

/* A link that would take the bitcode of an object instead of its code: a sentence about it in reason. */
bool hd_cc_takes_bitcode(const struct hd_words *words, char *reason, size_t size);
