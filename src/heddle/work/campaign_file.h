/* SPDX-License-Identifier: Apache-2.0
 *
 * The file of a campaign: which programs are to be searched, and how much. A line each, words quoted as in a
 * shell; # begins a comment. Lines that are indented belong to the program or tests before them:
 *
 *     time 8h                      for all together
 *     options --check all          of heddle test, for all
 *     program ./decode @@
 *       inputs corpus
 *       time 2h
 *     tests build */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "heddle/cc/cc_words.h"

struct hd_campaign_entry {
	bool is_tests;		 /* words[0] has tests, as for heddle suite; else it is a program */
	struct hd_words words;	 /* with arguments                            */
	char *inputs;		 /* folder or list; NULL: none                */
	struct hd_words options; /* of heddle test                          */
	double seconds;		 /* of its own; 0: a share of all             */
	uint64_t runs;		 /* with each test or input; 0: as there is time */
	unsigned line;		 /* of the file                               */
};

struct hd_campaign_file {
	double seconds; /* 0: not said */
	uint64_t runs;
	unsigned jobs;	  /* 0: not said */
	unsigned workers; /* machines that take part, with this one; 0: not said */
	struct hd_words options;
	struct hd_campaign_entry *entries;
	size_t n, cap;
};

/* False: *why, to be freed, is what is wrong, a sentence, and *line is where; 0: of the whole. */
bool hd_campaign_file_parse(struct hd_campaign_file *f, const char *text, char **why, unsigned *line);
void hd_campaign_file_free(struct hd_campaign_file *f);
