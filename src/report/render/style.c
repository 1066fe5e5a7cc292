/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/style.h"

#include <langinfo.h>
#include <locale.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/utf8.h"

#define DEFAULT_WIDTH 100
#define LEAST_WIDTH   40
#define PROSE_INDENT  8 /* of its further lines: below what comes after "heddle: " */

/* The user's locale, whatever this process runs in. */
static bool locale_is_utf8(void)
{
	locale_t user = newlocale(LC_CTYPE_MASK, "", (locale_t)0);

	if (!user)
		return false;
	bool utf8 = !strcmp(nl_langinfo_l(CODESET, user), "UTF-8");
	freelocale(user);
	return utf8;
}

unsigned hd_terminal_width(FILE *f)
{
	struct winsize size;
	int fd = fileno(f);

	return fd >= 0 && isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col
											 : DEFAULT_WIDTH;
}

struct hd_style hd_style(FILE *f, bool colour, unsigned width)
{
	struct hd_style s = {.colour = colour, .width = width ? width : hd_terminal_width(f)};

	if (s.width < LEAST_WIDTH)
		s.width = LEAST_WIDTH;
	s.utf8 = locale_is_utf8();
	if (s.utf8) {
		s.mark = "▶";
		s.switched = "→";
		s.line = "│";
		s.held = "┃";
		s.step = "●";
		s.dots = "…";
		s.rule = "─";
	} else {
		s.mark = "!";
		s.switched = ">";
		s.line = "|";
		s.held = "#";
		s.step = "*";
		s.dots = "...";
		s.rule = "-";
	}
	return s;
}

void hd_ink(FILE *f, const struct hd_style *s, unsigned ink)
{
	static const char *const threads[] = {"36", "33", "32", "35", "34"};

	if (!s->colour)
		return;
	if (ink == HD_INK_BOLD)
		fputs("\033[1m", f);
	else if (ink == HD_INK_DIM)
		fputs("\033[2m", f);
	else if (ink == HD_INK_ALARM)
		fputs("\033[1;31m", f);
	else
		fprintf(f, "\033[%sm", threads[(ink - HD_INK_THREAD) % (sizeof threads / sizeof *threads)]);
}

void hd_ink_off(FILE *f, const struct hd_style *s)
{
	if (s->colour)
		fputs("\033[0m", f);
}

void hd_put_blanks(FILE *f, size_t n)
{
	fprintf(f, "%*s", (int)n, "");
}

size_t hd_put_fitted(FILE *f, const struct hd_style *s, const char *text, size_t width)
{
	size_t length = hd_width(text), dots = hd_width(s->dots);

	if (length <= width) {
		fputs(text, f);
		return length;
	}
	if (width <= dots)
		return 0;
	size_t bytes = hd_prefix(text, width - dots);
	fprintf(f, "%.*s%s", (int)bytes, text, s->dots);
	return hd_width_of_bytes(text, bytes) + dots;
}

size_t hd_put_fitted_tail(FILE *f, const struct hd_style *s, const char *text, size_t width)
{
	size_t length = hd_width(text), dots = hd_width(s->dots);

	if (length <= width) {
		fputs(text, f);
		return length;
	}
	if (width <= dots)
		return 0;
	const char *end = text + hd_suffix(text, width - dots);
	fprintf(f, "%s%s", s->dots, end);
	return hd_width(end) + dots;
}

/* A line of a text that is folded. */
struct fold {
	FILE *f;
	size_t width, indent, column;
	bool first; /* the next word is the first of its line */
};

static void fold_next_line(struct fold *fold)
{
	fputc('\n', fold->f);
	hd_put_blanks(fold->f, fold->indent);
	fold->column = fold->indent;
	fold->first = true;
}

/* A word that is wider than a whole line is broken, as the terminal would do. */
static void fold_put_word(struct fold *fold, const char *word, size_t bytes)
{
	size_t length = hd_width_of_bytes(word, bytes), line = fold->width - fold->indent;

	if (!fold->first && fold->column + 1 + length > fold->width)
		fold_next_line(fold);
	if (!fold->first)
		fputc(' ', fold->f);
	fold->column += !fold->first;
	fold->first = false;
	if (fold->column > fold->indent && fold->column + length > fold->width)
		fold_next_line(fold);
	while (length > line) {
		size_t part = hd_prefix(word, line);

		fprintf(fold->f, "%.*s", (int)part, word);
		word += part;
		bytes -= part;
		length = hd_width_of_bytes(word, bytes);
		fold_next_line(fold);
	}
	fprintf(fold->f, "%.*s", (int)bytes, word);
	fold->column += length;
	fold->first = false;
}

void hd_put_folded_on(FILE *f, const struct hd_style *s, size_t column, const char *text, size_t indent)
{
	struct fold fold = {.f = f, .width = s->width, .indent = indent, .column = column, .first = true};

	while (*text) {
		size_t bytes = strcspn(text, " ");

		fold_put_word(&fold, text, bytes);
		text += bytes;
		text += *text == ' ';
	}
	fputc('\n', f);
}

void hd_put_folded(FILE *f, const struct hd_style *s, const char *before, const char *text, size_t indent)
{
	fputs(before, f);
	hd_put_folded_on(f, s, hd_width(before), text, indent);
}

void hd_put_prose(FILE *f, const char *text)
{
	struct hd_style s = hd_style(f, false, isatty(fileno(f)) ? 0 : HD_TEXT_WIDTH);

	hd_put_folded(f, &s, "", text, PROSE_INDENT);
}
