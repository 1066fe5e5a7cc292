/* SPDX-License-Identifier: Apache-2.0
 *
 * The model of a library from what its headers declare. */
#pragma once

#include "gen/model/model.h"

/* What follows for each function from its own declaration; the facts stay where they are. To be ended with
 * hd_model_term. */
void hd_model_make(struct hd_model *m, struct hd_api *api);
/* The same for one function again, when a parameter has become HD_PARAM_FIXED. */
void hd_model_infer(struct hd_model *m, struct hd_model_function *f);
/* What follows from all of them together, after the hints. */
void hd_model_settle(struct hd_model *m);
