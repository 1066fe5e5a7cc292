/* SPDX-License-Identifier: Apache-2.0
 *
 * Many inputs of one program: the files of a folder, such as the corpus of a fuzzer, or the lines of a list.
 */
#pragma once

#include <stddef.h>

#include "heddle/cc/cc_words.h"

#define HD_INPUT_MARK "@@" /* in the arguments of the program: where its input goes */

struct hd_input {
	char *name;	      /* for people: a path within the folder, or a line of the list */
	struct hd_words args; /* that stand for it                                           */
	char *file;	      /* of a list: what is read as standard input; NULL: none       */
	unsigned line;	      /* of a list; 0: it is a file of a folder                      */
};

struct hd_inputs {
	struct hd_input *list;
	size_t n, cap;
	size_t twice; /* files that were left out, because they are equal to others */
};

/* Of a folder: every file in it and in its sub-folders, but hidden ones, each content once, in the order of
 * their names; of what AFL++ has written, the queues alone. Of a list: every line but empty ones and those
 * that begin with
 * #, as words that are quoted as in a shell; `< FILE` at its end is the standard input. 0, or HD_EXIT_TROUBLE
 * after a sentence. */
int hd_inputs_read(struct hd_inputs *in, const char *path);
void hd_inputs_free(struct hd_inputs *in);

/* The program and its arguments with this input. Without the mark a file of a folder becomes *standard_input,
 * which is NULL otherwise, and a line of a list follows the other arguments. 0, or HD_EXIT_TROUBLE after a
 * sentence. */
int hd_input_command(const struct hd_input *i, char *const *program, size_t n, struct hd_words *out,
		     const char **standard_input);
