/* SPDX-License-Identifier: Apache-2.0
 *
 * What an unfinished systematic search has left (strategy/systematic/frontier.h), as bytes for the store: the
 * facts, the choices from the root down, and a checksum. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "strategy/systematic/frontier.h"

/* To be freed. All workers have left. */
uint8_t *hd_frontier_write(const struct hd_frontier *f, size_t *size);
/* `f` is all zero before, and of no use after a failure. NULL, or why the bytes are not what
 * hd_frontier_write() has written: part of a sentence. */
const char *hd_frontier_read(const uint8_t *bytes, size_t size, struct hd_frontier *f);
