/* SPDX-License-Identifier: Apache-2.0
 *
 * The model of a library for a person to read. */
#pragma once

#include "gen/model/model.h"

void hd_model_explain(const struct hd_model *m, FILE *f);
