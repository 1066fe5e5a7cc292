/* SPDX-License-Identifier: Apache-2.0
 * What a compiler's command line asks for. See cc_scan.h.
 */
#include "heddle/cc/cc_scan.h"

#include <stdio.h>
#include <string.h>

#include "heddle/cc/cc_option.h"
#include "heddle/cc/cc_sanitizer.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* An option and the flag in struct hd_cc_scan that it raises. */
struct flag {
	const char *word;
	size_t offset;
};

#define RAISES(member) offsetof(struct hd_cc_scan, member)

static const struct flag flags[] = {
    {"-c", RAISES(stops_early)},
    {"-S", RAISES(stops_early)},
    {"-E", RAISES(stops_early)},
    {"-M", RAISES(stops_early)},
    {"-MM", RAISES(stops_early)},
    {"-fsyntax-only", RAISES(stops_early)},
    {"-emit-ast", RAISES(stops_early)},
    {"--precompile", RAISES(stops_early)},
    {"--analyze", RAISES(stops_early)},
    {"--compile", RAISES(stops_early)},
    {"--assemble", RAISES(stops_early)},
    {"--preprocess", RAISES(stops_early)},
    {"--dependencies", RAISES(stops_early)},
    {"--user-dependencies", RAISES(stops_early)},
    {"-r", RAISES(relocatable)},
    {"-Wl,-r", RAISES(relocatable)},
    {"-Wl,--relocatable", RAISES(relocatable)},
    {"-shared", RAISES(shared)},
    {"--shared", RAISES(shared)},
    {"-nostdlib", RAISES(without_libs)},
    {"--no-standard-libraries", RAISES(without_libs)},
    {"-nodefaultlibs", RAISES(without_libs)},
    {"-nolibc", RAISES(without_libs)},
    {"-lc", RAISES(names_libc)},
};

static const char *const static_options[] = {"-static", "--static", "-static-pie", "--static-pie"};
static const char *const machine_options[] = {"-m32", "-m16", "-mx32", "-miamcu"};

/* Where the walk over the words is. */
struct walk {
	struct hd_cc_scan *scan;
	const char *language; /* of -x; NULL: by the file's name */
};

static bool starts_with(const char *word, const char *start)
{
	return !strncmp(word, start, strlen(start));
}

bool hd_cc_target_fits(const char *target)
{
	if (!starts_with(target, "x86_64-") && !starts_with(target, "amd64-"))
		return false;
	return strstr(target, "linux") && !strstr(target, "x32") && !strstr(target, "musl") &&
	       !strstr(target, "android");
}

static void see_input(struct walk *w, const char *path)
{
	enum hd_cc_input kind =
	    w->language ? hd_cc_input_by_language(w->language) : hd_cc_input_by_name(path);
	bool instrumented = kind == HD_CC_SOURCE || kind == HD_CC_HEADER;
	bool preprocessed =
	    w->language ? hd_cc_preprocessed_by_language(w->language) : hd_cc_preprocessed_by_name(path);

	w->scan->inputs = true;
	w->scan->sources |= instrumented;
	w->scan->headers |= instrumented && !preprocessed;
	w->scan->linkable |= kind != HD_CC_HEADER;
}

static void see_language(struct walk *w, const char *language)
{
	w->language = strcmp(language, "none") ? language : NULL;
}

static void see_library(struct walk *w)
{
	w->scan->inputs = true;
	w->scan->linkable = true;
}

static void see_target(struct walk *w, const char *target)
{
	if (!hd_cc_target_fits(target))
		w->scan->other_machine = target;
}

static void see_option_with_value(struct walk *w, const char *option, const char *value)
{
	if (!strcmp(option, "-x") || !strcmp(option, "--language"))
		see_language(w, value);
	else if (!strcmp(option, "-target") || !strcmp(option, "--target"))
		see_target(w, value);
	else if (!strcmp(option, "-Xlinker"))
		w->scan->relocatable |= !strcmp(value, "-r") || !strcmp(value, "--relocatable");
	else if (!strcmp(option, "-l")) {
		see_library(w);
		w->scan->names_libc |= !strcmp(value, "c");
	}
}

static void see_impossible(struct hd_cc_scan *scan, const char *option)
{
	if (hd_cc_is_among(option, static_options, COUNT(static_options)))
		scan->static_link = option;
	else if (hd_cc_is_among(option, machine_options, COUNT(machine_options)))
		scan->other_machine = option;
	else if (!strcmp(option, "-m64"))
		scan->other_machine = NULL;
}

static void see_option(struct walk *w, const char *option)
{
	struct hd_cc_scan *scan = w->scan;

	for (size_t i = 0; i < COUNT(flags); i++)
		if (!strcmp(option, flags[i].word))
			*(bool *)((char *)scan + flags[i].offset) = true;
	if (starts_with(option, "-fsanitize="))
		hd_cc_sanitize_on(&scan->sanitizers, option);
	else if (starts_with(option, "-fno-sanitize="))
		hd_cc_sanitize_off(&scan->sanitizers, option);
	else if (starts_with(option, "--language="))
		see_language(w, option + strlen("--language="));
	else if (starts_with(option, "--target="))
		see_target(w, option + strlen("--target="));
	else if (starts_with(option, "-x"))
		see_language(w, option + strlen("-x"));
	else if (starts_with(option, "-l"))
		see_library(w);
	else
		see_impossible(scan, option);
}

void hd_cc_scan(struct hd_cc_scan *scan, const struct hd_words *words)
{
	struct walk w = {.scan = scan};

	*scan = (struct hd_cc_scan){.end_of_options = words->count};
	for (size_t i = 0; i < words->count; i++) {
		const char *word = words->at[i];

		if (i > scan->end_of_options || word[0] != '-' || !word[1])
			see_input(&w, word);
		else if (!strcmp(word, "--"))
			scan->end_of_options = i;
		else if (hd_cc_takes_next(word) && i + 1 < words->count)
			see_option_with_value(&w, word, words->at[++i]);
		else
			see_option(&w, word);
	}
}

bool hd_cc_links(const struct hd_cc_scan *scan)
{
	return scan->linkable && !scan->stops_early && !scan->relocatable;
}

bool hd_cc_freestanding(const struct hd_cc_scan *scan)
{
	return hd_cc_links(scan) && scan->without_libs && !scan->shared && !scan->names_libc;
}

bool hd_cc_refused(const struct hd_cc_scan *scan, char *reason, size_t size)
{
	if (!scan->inputs)
		return false;
	if (scan->sanitizers.other)
		snprintf(reason, size,
			 "%s cannot be combined with Heddle, which uses the thread sanitizer's "
			 "instrumentation with a "
			 "runtime of its own; only -fsanitize=undefined and its checks can be added",
			 scan->sanitizers.other);
	else if (scan->other_machine)
		snprintf(reason, size,
			 "%s: Heddle runs 64-bit x86 programs for Linux with glibc, and no others",
			 scan->other_machine);
	else if (scan->static_link && hd_cc_links(scan) && !hd_cc_freestanding(scan))
		snprintf(reason, size,
			 "%s cannot work, because Heddle's runtime is a shared library that takes the place "
			 "of libc's "
			 "thread functions, which a static link would bind for good; leave it out "
			 "(-static-libgcc and -static-libstdc++ are fine)",
			 scan->static_link);
	else
		return false;
	return true;
}
