/* SPDX-License-Identifier: Apache-2.0 */
#include "gen/model/literals.h"

const char *const hd_gen_texts[HD_GEN_TEXTS] = {"a", "b", "key", "1", "", "hello world"};
