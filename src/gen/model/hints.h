/* SPDX-License-Identifier: Apache-2.0
 *
 * What headers cannot say, from a file of the user's: one hint a line, # begins a comment.
 *
 *   skip GLOB…                         never call these functions
 *   only GLOB…                         call these functions, others that are given like this, and no more
 *   unsafe GLOB…                       never call them at the same time as another one
 *   role FUNCTION ROLE                 creator, initialiser, destroyer, operation, observer or setup
 *   before GLOB EARLIER                call EARLIER on the object before these functions
 *   owned FUNCTION PARAMETER           it takes the object over
 *   not-null FUNCTION PARAMETER        never pass NULL
 *   null FUNCTION PARAMETER            NULL may be passed
 *   pass FUNCTION PARAMETER CODE       pass this C expression
 *   values FUNCTION PARAMETER NUMBER…  pass only these numbers
 *   text FUNCTION PARAMETER TEXT       pass only this text, and others that are given like this
 */
#pragma once

#include "gen/model/model.h"

/* NULL, or what is wrong with which line, as a sentence without a full stop (to be freed). */
char *hd_hints_apply(struct hd_model *m, const char *text);
