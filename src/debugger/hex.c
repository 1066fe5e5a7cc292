/* SPDX-License-Identifier: Apache-2.0 */
#include "debugger/hex.h"

#include <string.h>

int hd_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool hd_hex_number(const char **at, uint64_t *value)
{
	const char *p = *at;
	int digit = hd_hex_digit(*p);

	if (digit < 0)
		return false;
	for (*value = 0; digit >= 0; digit = hd_hex_digit(*++p)) {
		if (*value >> 60)
			return false;
		*value = *value << 4 | (unsigned)digit;
	}
	*at = p;
	return true;
}

bool hd_hex_number_and(const char **at, uint64_t *value, char separator)
{
	if (!hd_hex_number(at, value) || **at != separator)
		return false;
	*at += separator ? 1 : 0;
	return true;
}

bool hd_hex_word(const char **at, const char *word)
{
	size_t n = strlen(word);

	if (strncmp(*at, word, n) != 0)
		return false;
	*at += n;
	return true;
}

bool hd_hex_bytes(const char **at, unsigned char *out, size_t n)
{
	const char *p = *at;

	for (size_t i = 0; i < n; i++, p += 2) {
		int high = hd_hex_digit(p[0]), low = high < 0 ? -1 : hd_hex_digit(p[1]);

		if (low < 0)
			return false;
		out[i] = (unsigned char)(high << 4 | low);
	}
	*at = p;
	return true;
}

void hd_hex_put(FILE *f, const void *bytes, size_t n)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *p = bytes;

	for (size_t i = 0; i < n; i++) {
		fputc(digits[p[i] >> 4], f);
		fputc(digits[p[i] & 0xf], f);
	}
}

void hd_hex_put_text(FILE *f, const char *text)
{
	hd_hex_put(f, text, strlen(text));
}
