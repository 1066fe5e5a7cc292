/* SPDX-License-Identifier: Apache-2.0 */
#include "store/store_name.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

#define SECRET "password="

bool hd_store_is_remote(const char *name)
{
	return !strncmp(name, "postgresql://", 13) || !strncmp(name, "postgres://", 11);
}

/* USER:PASSWORD@ becomes USER@. Returns what follows. */
static const char *show_user(FILE *out, const char *rest)
{
	size_t length = strcspn(rest, "/?");
	const char *at = memrchr(rest, '@', length), *colon;

	if (!at)
		return rest;
	colon = memchr(rest, ':', (size_t)(at - rest));
	fprintf(out, "%.*s@", (int)((colon ? colon : at) - rest), rest);
	return at + 1;
}

static bool is_secret(const char *parameter)
{
	return !strncmp(parameter, SECRET, strlen(SECRET)) ||
	       !strncmp(parameter, "ssl" SECRET, strlen("ssl" SECRET));
}

char *hd_store_shown(const char *name)
{
	const char *rest, *parameters;
	struct hd_text text;
	char first = '?';

	if (!hd_store_is_remote(name))
		return hd_strdup(name);
	hd_text_begin(&text);
	rest = strstr(name, "://") + 3;
	fprintf(text.f, "%.*s", (int)(rest - name), name);
	rest = show_user(text.f, rest);
	parameters = strchr(rest, '?');
	fprintf(text.f, "%.*s", parameters ? (int)(parameters - rest) : (int)strlen(rest), rest);
	while (parameters && *parameters) {
		size_t length = strcspn(++parameters, "&");

		if (!is_secret(parameters)) {
			fprintf(text.f, "%c%.*s", first, (int)length, parameters);
			first = '&';
		}
		parameters += length;
	}
	return hd_text_end(&text);
}
