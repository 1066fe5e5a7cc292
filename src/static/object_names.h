/* SPDX-License-Identifier: Apache-2.0
 *
 * What memory is called in a list of pairs: the variable and its member, or which function it belongs to. */
#pragma once

#include "static/facts/facts.h"

/* To be freed; NULL: there is no name, because the pointer may point anywhere. Of several objects the first
 * are named. */
char *hd_object_words(struct hd_static_facts *f, struct hd_cell at);
