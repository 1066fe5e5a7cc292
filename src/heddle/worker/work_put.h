/* SPDX-License-Identifier: Apache-2.0
 *
 * Puts units of work into a store. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/cc/cc_words.h"

struct hd_work_put {
	const char *store, *campaign;
	uint64_t units;		 /* how many, of the same kind with other seeds */
	double seconds;		 /* budget of each; 0: by runs                  */
	uint64_t runs;		 /* 0: by time                                  */
	bool keep_local;	 /* do not put the program itself into the store */
	bool end;		 /* only end the campaign                       */
	struct hd_words options; /* of heddle test */
	char **program;
	unsigned nprogram;
};
int hd_work_put(const struct hd_work_put *p);
