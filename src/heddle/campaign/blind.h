/* SPDX-License-Identifier: Apache-2.0
 *
 * Libraries that were not built with heddle-cc and that the program called while several threads were alive:
 * what they did to memory was not seen. */
#pragma once

#include <stddef.h>

#include "wire/wire.h"

/* Their file names, to be freed, each of them too. */
char **hd_blind_libraries(const struct hd_wire *wire, size_t *n);
/* A sentence that names them, to be freed; NULL: there are none. */
char *hd_blind_sentence(const struct hd_wire *wire);
