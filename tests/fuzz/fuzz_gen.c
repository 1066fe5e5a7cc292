/* SPDX-License-Identifier: Apache-2.0
 *
 * What headers declare, from arbitrary text, and hints after a line of dashes: it is refused with a sentence,
 * or it makes a model, which can be explained, written as stubs, and used to compose tests that can be
 * written as C. */
#include <string.h>

#include "gen/api/api_text.h"
#include "use_api.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size), *hints = strstr(text, "----\n");
	struct hd_api api = {0};
	char *error;

	if (hints)
		*hints = 0;
	error = hd_api_parse(&api, text, strlen(text));
	if (!error)
		use_api(&api, hints ? hints + 5 : NULL);
	free(error);
	hd_api_term(&api);
	free(text);
	return 0;
}
