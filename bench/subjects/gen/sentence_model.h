/* SPDX-License-Identifier: Apache-2.0
 *
 * Finds the ends of sentences in a text. */
#pragma once

#include <stddef.h>

struct sentence_model;

struct sentence_model *sentence_model_new(void);
void sentence_model_delete(struct sentence_model *m);
/* A letter that ends a sentence. */
void sentence_model_add_stop(struct sentence_model *m, char stop);
/* The number of sentences. */
int sentence_model_count(struct sentence_model *m, const char *text, size_t length);
