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

size_t hd_width(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += (*s & 0xc0) != 0x80;
	return n;
}

size_t hd_prefix(const char *s, size_t n)
{
	const char *p = s;

	while (*p && n--)
		do
			p++;
		while ((*p & 0xc0) == 0x80);
	return (size_t)(p - s);
}
