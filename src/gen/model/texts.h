/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts that generated tests pass: the same in the driver and in the tests that are written out. The first
 * ones are always there, hints add others. */
#pragma once

#include "gen/model/model.h"

#define HD_GEN_TEXTS  6 /* that any parameter may get */
#define HD_GEN_TOKENS 3

const char *hd_model_text(const struct hd_model *m, uint32_t index);
size_t hd_model_texts(const struct hd_model *m);
/* The parameter gets this text, and others that were given in the same way, instead of any. False: these are
 * enough. */
bool hd_model_give_text(struct hd_model *m, struct hd_model_param *p, const char *text);
/* The text as C code, with quotes. */
void hd_model_write_text(const struct hd_model *m, uint32_t index, FILE *f);
