/* SPDX-License-Identifier: Apache-2.0
 *
 * Turns numbers of a type into texts, by converters that can be replaced. */
#pragma once

#include <stddef.h>

struct serialiser;
enum serialiser_type { SERIALISER_DECIMAL, SERIALISER_HEX };

struct serialiser *serialiser_create(void);
void serialiser_destroy(struct serialiser *s);
void serialiser_register(struct serialiser *s, enum serialiser_type type);
int serialiser_write(struct serialiser *s, enum serialiser_type type, int value, char *buffer, size_t size);
