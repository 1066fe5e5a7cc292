/* SPDX-License-Identifier: Apache-2.0 */
#include "model/event.h"

#include <stddef.h>

const uint8_t hd_event_flags[HD_EVENT_COUNT] = {
#define HD_EVENT(id, text, flags) [HD_##id] = (flags),
#include "model/event.def"
#undef HD_EVENT
};

const char *const hd_event_text[HD_EVENT_COUNT] = {
#define HD_EVENT(id, text, flags) [HD_##id] = (text),
#include "model/event.def"
#undef HD_EVENT
};

static bool event_same(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

enum hd_event_kind hd_event_named(const char *text)
{
	for (int k = 0; k < HD_EVENT_COUNT; k++)
		if (event_same(hd_event_text[k], text))
			return (enum hd_event_kind)k;
	return HD_EVENT_COUNT;
}
