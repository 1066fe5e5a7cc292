/* SPDX-License-Identifier: Apache-2.0
 *
 * The schedule parser with arbitrary input: it must refuse with a sentence, or read something that can be
 * printed and read again as the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "model/schedule/schedule.h"
#include "model/schedule/schedule_parse.h"
#include "model/schedule/schedule_print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_round_trip(const struct hd_schedule *s)
{
	struct hd_schedule *again;
	char *text, *error;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f || hd_schedule_print(s, f) || fclose(f))
		abort();
	again = hd_schedule_parse(text, size, &error);
	if (!again || !hd_schedule_equal(s, again))
		abort();
	hd_schedule_free(again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *error;
	struct hd_schedule *s = hd_schedule_parse((const char *)data, size, &error);

	if (!s && !error)
		abort();
	if (s)
		check_round_trip(s);
	hd_schedule_free(s);
	free(error);
	return 0;
}
