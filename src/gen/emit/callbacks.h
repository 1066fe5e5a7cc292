/* SPDX-License-Identifier: Apache-2.0
 *
 * Small functions that are passed as callbacks, one for each parameter of that kind. */
#pragma once

#include "gen/model/model.h"

/* Its name in the code, to be freed. */
char *hd_callback_name(const struct hd_model *m, uint32_t function, unsigned param);
/* Its definition. */
void hd_callback_write(const struct hd_model *m, uint32_t function, unsigned param, FILE *f);
