/* SPDX-License-Identifier: Apache-2.0
 *
 * What the words of a name say. Names are split at underscores and at capital letters. */
#pragma once

#include <stdbool.h>

enum hd_word {
	HD_WORD_CREATES,     /* new, create, open, …                                      */
	HD_WORD_INITIALISES, /* init, …                                                   */
	HD_WORD_DESTROYS,    /* free, destroy, …                                          */
	HD_WORD_ENDS,	     /* close, finish, …: destroys where nothing else does        */
	HD_WORD_HANDS_OUT,   /* get, find, next, …: the result belongs to the library     */
	HD_WORD_CHANGES,     /* add, pop, …: so does theirs                               */
	HD_WORD_SIZE,	     /* of a parameter: how large the one before it is            */
	HD_WORD_POSITION,    /* of a parameter: small numbers from 0 on                   */
	HD_WORD_FLAGS	     /* of a parameter: a set of bits                             */
};

/* One of the words of the name is of this kind. */
bool hd_name_has(const char *name, enum hd_word kind);
/* The last word is of this kind. */
bool hd_name_ends(const char *name, enum hd_word kind);
