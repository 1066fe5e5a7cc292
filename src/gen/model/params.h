/* SPDX-License-Identifier: Apache-2.0
 *
 * What can be passed for a parameter, by its type and name. */
#pragma once

#include "gen/model/model.h"

/* Fill in f->params; a function that cannot be called is rejected with a sentence. */
void hd_params_infer(struct hd_model *m, struct hd_model_function *f);
/* The object that a pointer to `pointee` is about; it is added if it is new. */
uint32_t hd_params_object(struct hd_model *m, const struct hd_api_type *pointee);
