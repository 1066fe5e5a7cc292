/* SPDX-License-Identifier: Apache-2.0
 *
 * How text is set: with or without colour, in UTF-8 or plain ASCII, and how wide. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define HD_TEXT_WIDTH 120 /* of files and pipes, which are no terminals */

struct hd_style {
	bool colour;
	bool utf8; /* the user's locale can show it */
	unsigned width;
	/* Signs, by what the user's locale can show. */
	const char *mark, *switched, *line, *held, *step, *dots, *rule;
};

/* Of the terminal that f is; of anything else 100. */
unsigned hd_terminal_width(FILE *f);
/* width 0: as wide as the terminal that f is, or 100. */
struct hd_style hd_style(FILE *f, bool colour, unsigned width);

enum hd_ink { HD_INK_BOLD, HD_INK_DIM, HD_INK_ALARM, HD_INK_THREAD /* + number of the column */ };

void hd_ink(FILE *f, const struct hd_style *s, unsigned ink);
void hd_ink_off(FILE *f, const struct hd_style *s);

/* Write at most width columns of text, with dots for what does not fit at its end (or at its start: of a
 * path the end matters). Returns how many were written. */
size_t hd_put_fitted(FILE *f, const struct hd_style *s, const char *text, size_t width);
size_t hd_put_fitted_tail(FILE *f, const struct hd_style *s, const char *text, size_t width);
void hd_put_blanks(FILE *f, size_t n);
/* A line that begins with `before` and goes on with text; words that do not fit are on further lines,
 * `indent` columns further in. */
void hd_put_folded(FILE *f, const struct hd_style *s, const char *before, const char *text, size_t indent);
/* The same after `column` columns of the line that are written already. */
void hd_put_folded_on(FILE *f, const struct hd_style *s, size_t column, const char *text, size_t indent);
/* A sentence of Heddle's own on any stream: as wide as its terminal, or HD_TEXT_WIDTH. */
void hd_put_prose(FILE *f, const char *text);
