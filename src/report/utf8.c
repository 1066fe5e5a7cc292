/* SPDX-License-Identifier: Apache-2.0 */
#include "report/utf8.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

/* Length of the valid sequence at s, of at most n bytes, and its code point; 0: it is none. */
static unsigned decode(const unsigned char *s, size_t n, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned length = s[0] < 0x80	? 1
			  : s[0] < 0xc2 ? 0
			  : s[0] < 0xe0 ? 2
			  : s[0] < 0xf0 ? 3
			  : s[0] < 0xf5 ? 4
					: 0;

	if (!length || length > n)
		return 0;
	*code = length == 1 ? s[0] : s[0] & (0x7fu >> length);
	for (unsigned i = 1; i < length; i++) {
		if ((s[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (s[i] & 0x3f);
	}
	if (*code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000))
		return 0;
	return length;
}

/* Control characters, those that change the direction of the text around them, and numbers that are no
 * characters and that XML refuses. */
static bool is_unfit(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || (c >= 0x202a && c <= 0x202e) ||
	       (c >= 0x2066 && c <= 0x2069) || (c & 0xfffe) == 0xfffe;
}

char *hd_clean_bytes(const char *s, size_t n, size_t max)
{
	n = strnlen(s, n);

	char *out = hd_new((n < max ? n : max) + 1, 1);
	size_t length = 0;

	for (size_t i = 0; i < n;) {
		uint32_t code;
		unsigned step = decode((const unsigned char *)s + i, n - i, &code);

		if (length + (step ? step : 1) > max)
			break;
		if (!step || is_unfit(code)) {
			out[length++] = step && (code == '\t' || code == '\n') ? ' ' : '?';
			i += step ? step : 1;
			continue;
		}
		memcpy(out + length, s + i, step);
		length += step;
		i += step;
	}
	return out;
}

char *hd_clean(const char *s, size_t max)
{
	return s ? hd_clean_bytes(s, strlen(s), max) : NULL;
}

/* Ranges of characters that take two columns, and of those that take none because they belong to the one
 * before them; from the Unicode properties East_Asian_Width and General_Category. */
struct range {
	uint32_t first, last;
};

static const struct range wide[] = {
    {0x1100, 0x115f},	{0x231a, 0x231b},   {0x23e9, 0x23ec},	{0x2614, 0x2615},   {0x26a1, 0x26a1},
    {0x2705, 0x2705},	{0x274c, 0x274c},   {0x2753, 0x2755},	{0x2757, 0x2757},   {0x2b50, 0x2b50},
    {0x2e80, 0x303e},	{0x3041, 0x4dbf},   {0x4e00, 0xa4cf},	{0xa960, 0xa97f},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},	{0xfe10, 0xfe19},   {0xfe30, 0xfe6f},	{0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff},
    {0x20000, 0x3fffd},
};

static const struct range joined[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},   {0x064b, 0x065f},
    {0x0900, 0x0902}, {0x093c, 0x093c}, {0x0941, 0x0948}, {0x0e31, 0x0e31},   {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200f},   {0x20d0, 0x20f0},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0xe0100, 0xe01ef},
};

static bool is_among(uint32_t code, const struct range *ranges, size_t n)
{
	size_t low = 0;

	while (low < n) {
		size_t middle = (low + n) / 2;

		if (code > ranges[middle].last)
			low = middle + 1;
		else if (code < ranges[middle].first)
			n = middle;
		else
			return true;
	}
	return false;
}

/* The bytes of the character at s, and how many columns it takes. */
static unsigned character(const char *s, size_t *columns)
{
	uint32_t code;
	unsigned length;

	*columns = 1;
	if ((unsigned char)*s < 0x80)
		return 1;
	length = decode((const unsigned char *)s, strnlen(s, 4), &code);
	if (!length)
		return 1;
	if (is_among(code, wide, sizeof wide / sizeof *wide))
		*columns = 2;
	else if (is_among(code, joined, sizeof joined / sizeof *joined))
		*columns = 0;
	return length;
}

size_t hd_width(const char *s)
{
	size_t n = 0, columns;

	while (*s) {
		s += character(s, &columns);
		n += columns;
	}
	return n;
}

size_t hd_width_of_bytes(const char *s, size_t bytes)
{
	const char *end = s + bytes;
	size_t n = 0, columns;

	while (s < end) {
		s += character(s, &columns);
		n += columns;
	}
	return n;
}

size_t hd_prefix(const char *s, size_t n)
{
	const char *p = s;
	size_t columns;

	while (*p) {
		unsigned length = character(p, &columns);

		if (columns > n)
			break;
		n -= columns;
		p += length;
	}
	return (size_t)(p - s);
}

size_t hd_suffix(const char *s, size_t n)
{
	size_t width = hd_width(s), columns, bytes = 0;

	while (s[bytes] && width > n) {
		bytes += character(s + bytes, &columns);
		width -= columns;
	}
	while (s[bytes]) { /* what belongs to the last character that was left out */
		unsigned length = character(s + bytes, &columns);

		if (columns)
			break;
		bytes += length;
	}
	return bytes;
}
