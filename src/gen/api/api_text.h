/* SPDX-License-Identifier: Apache-2.0
 *
 * The facts about an interface as text, one line each, the free text last:
 *
 *   header NAME                              note SENTENCE
 *   record COMPLETE FOREIGN SIZE NAME        enum NAME, then its lines: value NUMBER NAME
 *   type KIND CONST SIGNED SIZE REFERS SPELLING, then, of a function type: argument TYPE
 *   function RESULT VARIADIC NORETURN NAME, then its lines: param TYPE NAME
 *
 * Types, enums and records are known by their numbers, in the order of the text, from 0. */
#pragma once

#include "gen/api/api.h"

void hd_api_write(const struct hd_api *a, FILE *f);
/* Fills *a, which is empty. NULL, or why the text makes no sense (to be freed); *a is to be terminated in
 * both cases. */
char *hd_api_parse(struct hd_api *a, const char *text, size_t size);
