/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/json_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

json_t *hd_json_text(const char *s)
{
	json_t *value;
	char *copy;
	size_t n;

	if (!s)
		return json_null();
	value = json_string(s);
	if (value)
		return value;
	n = 0;
	while (s[n])
		n++;
	copy = malloc(n + 1);
	if (!copy)
		return NULL;
	for (size_t i = 0; i <= n; i++)
		copy[i] = (unsigned char)s[i] >= 0x80 ? '?' : s[i];
	value = json_string(copy);
	free(copy);
	return value;
}

json_t *hd_json_u64(uint64_t value)
{
	char digits[24];

	if (value <= INT64_MAX)
		return json_integer((json_int_t)value);
	snprintf(digits, sizeof(digits), "%" PRIu64, value);
	return json_string(digits);
}

json_t *hd_json_texts(char *const *list, size_t n)
{
	json_t *array = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(array, hd_json_text(list[i]));
	return array;
}

int hd_json_write(json_t *root, FILE *f)
{
	int result;

	errno = 0;
	result = json_dumpf(root, f, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
	if (!result)
		fputc('\n', f);
	if (fflush(f) || ferror(f))
		result = -1;
	json_decref(root);
	if (result && !errno)
		errno = EIO;
	return result;
}
