/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads in words, as they are now: their names, and what each of them does or waits for. */
#pragma once

#include "heddle/debug/debuggee.h"

struct hd_thread_texts {
	struct hd_symbols *symbols;
	struct hd_report *now; /* of the threads, or NULL */
	uint64_t moves;	       /* of the debuggee when that was made */
};

void hd_thread_texts_init(struct hd_thread_texts *t);
void hd_thread_texts_term(struct hd_thread_texts *t);
/* Malloc'ed, or NULL: nothing is known. */
char *hd_thread_text_name(struct hd_thread_texts *t, struct hd_debuggee *d, unsigned tid);
char *hd_thread_text(struct hd_thread_texts *t, struct hd_debuggee *d, unsigned tid);
