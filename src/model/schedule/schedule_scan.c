/* SPDX-License-Identifier: Apache-2.0 */
#include "model/schedule/schedule_scan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

bool hd_scan_fail(struct hd_scan *p, const char *fmt, ...)
{
	char text[512];
	va_list ap;

	if (p->error)
		return false;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	p->error = hd_sprintf("line %zu: %s", p->line, text);
	return false;
}

bool hd_scan_line(struct hd_scan *p)
{
	const char *newline;

	p->line++;
	if (p->next == p->end)
		return hd_scan_fail(p, "the file ends too early, it is truncated");
	newline = memchr(p->next, '\n', (size_t)(p->end - p->next));
	p->at = p->next;
	p->stop = newline ? newline : p->end;
	p->next = newline ? newline + 1 : p->end;
	for (const char *c = p->at; c < p->stop; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			return hd_scan_fail(p, "an unprintable byte (0x%02x) at column %zu",
					    (unsigned char)*c, (size_t)(c - p->at) + 1);
	return true;
}

/* Tokens of a line */

bool hd_scan_at(const struct hd_scan *p, const char *key)
{
	size_t len = strlen(key);

	return (size_t)(p->stop - p->at) > len && !memcmp(p->at, key, len) && p->at[len] == ' ';
}

void hd_scan_blanks(struct hd_scan *p)
{
	while (p->at < p->stop && *p->at == ' ')
		p->at++;
}

bool hd_scan_word(struct hd_scan *p, char *out, size_t size, const char *what)
{
	size_t len = 0;

	hd_scan_blanks(p);
	while (p->at < p->stop && *p->at != ' ' && len + 1 < size)
		out[len++] = *p->at++;
	out[len] = '\0';
	if (!len)
		return hd_scan_fail(p, "%s is missing", what);
	if (p->at < p->stop && *p->at != ' ')
		return hd_scan_fail(p, "%s is too long", what);
	return true;
}

/* Digits at the cursor itself, without leading blanks. */
bool hd_scan_digits(struct hd_scan *p, uint64_t max, uint64_t *out, const char *what)
{
	const char *start = p->at;
	uint64_t n = 0;

	for (; p->at < p->stop && *p->at >= '0' && *p->at <= '9'; p->at++) {
		uint64_t digit = (uint64_t)(*p->at - '0');

		if (n > (max - digit) / 10)
			return hd_scan_fail(p, "%s is larger than %llu", what, (unsigned long long)max);
		n = n * 10 + digit;
	}
	if (p->at == start)
		return hd_scan_fail(p, "%s is no number", what);
	*out = n;
	return true;
}

bool hd_scan_number(struct hd_scan *p, uint64_t max, uint64_t *out, const char *what)
{
	hd_scan_blanks(p);
	if (!hd_scan_digits(p, max, out, what))
		return false;
	return p->at == p->stop || *p->at == ' ' || hd_scan_fail(p, "%s is no number", what);
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

bool hd_scan_hex(struct hd_scan *p, uint64_t *out, const char *what)
{
	char word[24];
	const char *c = word;

	if (!hd_scan_word(p, word, sizeof(word), what))
		return false;
	if (word[0] == '0' && word[1] == 'x')
		c += 2;
	*out = 0;
	if (!*c || strlen(c) > 16)
		return hd_scan_fail(p, "%s is no 64-bit hexadecimal number", what);
	for (; *c; c++) {
		if (hex_digit(*c) < 0)
			return hd_scan_fail(p, "%s is no 64-bit hexadecimal number", what);
		*out = *out << 4 | (uint64_t)hex_digit(*c);
	}
	return true;
}

bool hd_scan_build_id(struct hd_scan *p, struct hd_build_id *id)
{
	char word[2 * HD_SCHEDULE_ID_MAX + 2];
	size_t len;

	if (!hd_scan_word(p, word, sizeof(word), "the build-id"))
		return false;
	id->len = 0;
	if (!strcmp(word, "none"))
		return true;
	len = strlen(word);
	if (len % 2 || len > 2 * (size_t)HD_SCHEDULE_ID_MAX)
		return hd_scan_fail(p, "the build-id is no even number of at most %d hexadecimal digits",
				    2 * HD_SCHEDULE_ID_MAX);
	for (size_t i = 0; i < len; i += 2) {
		int high = hex_digit(word[i]), low = hex_digit(word[i + 1]);

		if (high < 0 || low < 0)
			return hd_scan_fail(p, "the build-id has a digit that is not hexadecimal");
		id->bytes[id->len++] = (uint8_t)(high << 4 | low);
	}
	return true;
}

static bool take_escape(struct hd_scan *p, char *out)
{
	int high, low;

	if (p->at == p->stop)
		return hd_scan_fail(p, "a string ends in the middle of an escape");
	switch (*p->at++) {
	case 'n':
		*out = '\n';
		return true;
	case 't':
		*out = '\t';
		return true;
	case '"':
		*out = '"';
		return true;
	case '\\':
		*out = '\\';
		return true;
	case 'x':
		high = p->stop - p->at >= 2 ? hex_digit(p->at[0]) : -1;
		low = high >= 0 ? hex_digit(p->at[1]) : -1;
		if (low < 0 || !(high | low))
			return hd_scan_fail(p, "\\x needs two hexadecimal digits, not 00");
		p->at += 2;
		*out = (char)(high << 4 | low);
		return true;
	default:
		return hd_scan_fail(p, "\\%c is no escape", p->at[-1]);
	}
}

bool hd_scan_string(struct hd_scan *p, char **out)
{
	size_t len = 0;
	char *text;

	hd_scan_blanks(p);
	if (p->at == p->stop || *p->at != '"')
		return hd_scan_fail(p, "a string in double quotes is missing");
	p->at++;
	text = hd_new((size_t)(p->stop - p->at) + 1, 1); /* unescaping only shortens */
	while (p->at < p->stop && *p->at != '"') {
		text[len] = *p->at++;
		if (text[len] == '\\' && !take_escape(p, &text[len]))
			break;
		len++;
	}
	if (!p->error && p->at == p->stop)
		hd_scan_fail(p, "a string has no closing quote");
	if (p->error) {
		free(text);
		return false;
	}
	p->at++;
	*out = text;
	return true;
}

bool hd_scan_end(struct hd_scan *p)
{
	return p->at == p->stop || hd_scan_fail(p, "more than expected, at `%.*s`",
						(int)(p->stop - p->at > 40 ? 40 : p->stop - p->at), p->at);
}

/* One of two words; *out tells which. */
bool hd_scan_either(struct hd_scan *p, const char *zero, const char *one, uint32_t *out, const char *what)
{
	char word[32];

	if (!hd_scan_word(p, word, sizeof(word), what))
		return false;
	*out = !strcmp(word, one);
	return *out || !strcmp(word, zero) ||
	       hd_scan_fail(p, "%s is %s or %s, not `%s`", what, zero, one, word);
}

bool hd_scan_name(struct hd_scan *p, char **out, const char *what)
{
	char word[32];

	if (!hd_scan_word(p, word, sizeof(word), what))
		return false;
	*out = hd_strdup(word);
	return true;
}
