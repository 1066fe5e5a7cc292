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

static unsigned terminal_width(FILE *f)
{
	struct winsize size;
	int fd = fileno(f);

	return fd >= 0 && isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col ? size.ws_col
											 : DEFAULT_WIDTH;
}

struct hd_style hd_style(FILE *f, bool colour, unsigned width)
{
	struct hd_style s = {.colour = colour, .width = width ? width : terminal_width(f)};

	if (s.width < LEAST_WIDTH)
		s.width = LEAST_WIDTH;
	s.utf8 = locale_is_utf8();
	if (s.utf8) {
		s.mark = "▶";
		s.switched = "→";
		s.line = "│";
		s.dots = "…";
		s.rule = "─";
	} else {
		s.mark = s.switched = ">";
		s.line = "|";
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
	fprintf(f, "%.*s%s", (int)hd_prefix(text, width - dots), text, s->dots);
	return width;
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
	fprintf(f, "%s%s", s->dots, text + hd_prefix(text, length - (width - dots)));
	return width;
}

static size_t width_of_bytes(const char *text, int bytes)
{
	size_t n = 0;

	for (int i = 0; i < bytes; i++)
		n += ((unsigned char)text[i] & 0xc0) != 0x80; /* not one that goes on with a character */
	return n;
}

void hd_put_folded(FILE *f, const struct hd_style *s, const char *before, const char *text, size_t indent)
{
	size_t column = hd_width(before);
	bool first = true; /* word of its line */

	fputs(before, f);
	while (*text) {
		int bytes = (int)strcspn(text, " ");
		size_t length = width_of_bytes(text, bytes);

		if (!first && column + 1 + length > s->width) {
			fputc('\n', f);
			hd_put_blanks(f, indent);
			column = indent;
			first = true;
		}
		fprintf(f, "%s%.*s", first ? "" : " ", bytes, text);
		column += length + !first;
		first = false;
		text += bytes;
		text += *text == ' ';
	}
	fputc('\n', f);
}
