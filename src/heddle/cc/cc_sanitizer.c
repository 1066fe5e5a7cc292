/* SPDX-License-Identifier: Apache-2.0
 * Sanitizer lists on a compiler's command line. See cc_sanitizer.h.
 */
#include "heddle/cc/cc_sanitizer.h"

#include <string.h>

#include "heddle/cc/cc_option.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Each has a runtime that replaces the allocator, the stack or main, or that interposes what ours interposes.
 * What is not here (undefined and its many checks, cfi) has none of that, or is the compiler's to complain
 * about. */
static const char *const clashing[] = {
    "address",	     "kernel-address", "hwaddress",	    "kernel-hwaddress", "memory",
    "kernel-memory", "leak",	       "dataflow",	    "fuzzer",		"fuzzer-no-link",
    "scudo",	     "safe-stack",     "shadow-call-stack", "memtag",		"memtag-stack",
    "memtag-heap",   "memtag-globals", "pointer-compare",   "pointer-subtract", "realtime",
    "numerical",     "type",
};

/* One name in a comma-separated list, not terminated. */
struct name {
	const char *at;
	size_t length;
};

static bool is(struct name name, const char *text)
{
	return strlen(text) == name.length && !memcmp(name.at, text, name.length);
}

/* Steps to the next name; false at the end of the list. Start with *rest at the list. */
static bool next_name(const char **rest, struct name *name)
{
	if (!*rest)
		return false;
	const char *comma = strchr(*rest, ',');
	name->at = *rest;
	name->length = comma ? (size_t)(comma - *rest) : strlen(*rest);
	*rest = comma ? comma + 1 : NULL;
	return true;
}

static const char *list_of(const char *option)
{
	return strchr(option, '=') + 1;
}

static bool clashes(struct name name)
{
	for (size_t i = 0; i < COUNT(clashing); i++)
		if (is(name, clashing[i]))
			return true;
	return false;
}

void hd_cc_sanitize_on(struct hd_cc_sanitizers *sanitizers, const char *option)
{
	const char *rest = list_of(option);
	struct name name;

	while (next_name(&rest, &name)) {
		if (is(name, "thread"))
			sanitizers->uninstrumented = false;
		else if (clashes(name))
			sanitizers->other = option;
	}
}

void hd_cc_sanitize_off(struct hd_cc_sanitizers *sanitizers, const char *option)
{
	const char *rest = list_of(option);
	struct name name;

	while (next_name(&rest, &name))
		if (is(name, "thread") || is(name, "all"))
			sanitizers->uninstrumented = true;
}

static bool needs_rewrite(const char *option)
{
	const char *rest = list_of(option);
	struct name name;

	while (next_name(&rest, &name))
		if (is(name, "thread") || is(name, "all"))
			return true;
	return false;
}

/* Adds the option without `thread`, as one option for each name that is left. */
static void add_without_thread(struct hd_words *out, const char *option)
{
	const char *rest = list_of(option);
	int prefix = (int)(rest - option);
	struct name name;

	while (next_name(&rest, &name)) {
		if (is(name, "thread"))
			continue;
		/* Besides thread only undefined's checks can be on, so that is what "all" can turn off; said
		 * literally it would reach the compiler after our own -fsanitize=thread. */
		if (is(name, "all"))
			hd_words_addf(out, "%.*sundefined", prefix, option);
		else
			hd_words_addf(out, "%.*s%.*s", prefix, option, (int)name.length, name.at);
	}
}

static bool is_sanitizer_list(const char *word)
{
	return !strncmp(word, "-fsanitize=", 11) || !strncmp(word, "-fno-sanitize=", 14);
}

size_t hd_cc_without_tsan(struct hd_words *out, const struct hd_words *words)
{
	size_t changes = 0;
	bool options = true;

	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->at[i];

		options = options && strcmp(word, "--") != 0;
		if (options && is_sanitizer_list(word) && needs_rewrite(word)) {
			add_without_thread(out, word);
			changes++;
		} else if (options && (!strcmp(word, "-ltsan") || !strcmp(word, "-static-libtsan"))) {
			changes++;
		} else {
			hd_words_add(out, word);
			if (options && hd_cc_takes_next(word) && i + 1 < words->count)
				hd_words_add(out, words->at[++i]);
		}
	}
	return changes;
}
