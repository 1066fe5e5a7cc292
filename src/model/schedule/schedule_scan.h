/* SPDX-License-Identifier: Apache-2.0
 *
 * Lines and tokens of a schedule file. Each function takes something at the cursor and moves it on, or
 * returns false and leaves a sentence with the number of the line in `error`. `what` names the thing in it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/schedule/schedule.h"

struct hd_scan {
	const char *next, *end; /* the text that is left            */
	const char *at, *stop;	/* what is left of the current line */
	size_t line;		/* its number                       */
	size_t declared;	/* steps that the file announces    */
	char *error;
	struct hd_schedule *s;
};

/* Keeps the first sentence; always false. */
bool hd_scan_fail(struct hd_scan *p, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

bool hd_scan_line(struct hd_scan *p);			   /* go to the next line */
bool hd_scan_at(const struct hd_scan *p, const char *key); /* is the line's first word `key`? */
void hd_scan_blanks(struct hd_scan *p);
bool hd_scan_end(struct hd_scan *p); /* nothing may be left of the line */

bool hd_scan_word(struct hd_scan *p, char *out, size_t size, const char *what);
bool hd_scan_name(struct hd_scan *p, char **out, const char *what); /* a short word, to be freed */
bool hd_scan_digits(struct hd_scan *p, uint64_t max, uint64_t *out, const char *what); /* no blanks before */
bool hd_scan_number(struct hd_scan *p, uint64_t max, uint64_t *out, const char *what);
bool hd_scan_hex(struct hd_scan *p, uint64_t *out, const char *what);
bool hd_scan_build_id(struct hd_scan *p, struct hd_build_id *id);
bool hd_scan_string(struct hd_scan *p, char **out); /* in double quotes, unescaped; to be freed */
/* One of two words; *out tells which. */
bool hd_scan_either(struct hd_scan *p, const char *zero, const char *one, uint32_t *out, const char *what);
