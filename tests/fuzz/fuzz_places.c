/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of places beside a schedule with arbitrary input: it is refused with a sentence, or can be printed
 * and read again as the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/schedule/places_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *print(const struct hd_places *p, size_t *size)
{
	char *text;
	FILE *f = open_memstream(&text, size);

	if (!f || hd_places_print(p, f) || fclose(f))
		abort();
	return text;
}

static void check_round_trip(const struct hd_places *p)
{
	struct hd_places again = {0};
	size_t size, other_size;
	char *text = print(p, &size), *other, *error;

	if (!hd_places_parse(&again, text, size, &error))
		abort();
	other = print(&again, &other_size);
	if (size != other_size || memcmp(text, other, size) != 0)
		abort();
	hd_places_free(&again);
	free(text);
	free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hd_places p = {0};
	char *error;
	bool ok = hd_places_parse(&p, (const char *)data, size, &error);

	if (ok == (error != NULL))
		abort();
	if (ok)
		check_round_trip(&p);
	hd_places_free(&p);
	free(error);
	return 0;
}
