/* SPDX-License-Identifier: Apache-2.0
 * The command that is run. One command of the user's stays one command of the compiler's, even when it
 * compiles and links: instrumentation is asked of the compiler proper (through clang's -Xclang and a specs
 * file of gcc's) and not of the driver, which would link libtsan. So all that drivers do with -MD,
 * -save-temps, -x, LTO and the like is left to them. See cc_plan.h.
 */
#include "heddle/cc/cc_plan.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "heddle/cc/cc_bitcode.h"
#include "heddle/cc/cc_response.h"
#include "heddle/cc/cc_scan.h"

#define RUNTIME "libheddle-rt.so"
#define SPECS	"gcc.specs"
#define CONFIG	"include/bits/c++config.h"

/* When the length is known, gcc expands these in place after it has instrumented, and the runtime would not
 * see their accesses. As ordinary calls they reach the runtime. clang keeps them as calls by itself. strlen
 * is expanded by no level of optimisation that matters, and strlen("…") must stay a constant. */
static const char *const kept_calls[] = {
    "memcpy", "memmove", "memset",  "memcmp",  "mempcpy", "bcmp",    "bcopy",  "bzero",
    "strcpy", "stpcpy",	 "strncpy", "stpncpy", "strcat",  "strncat", "strcmp", "strncmp",
};

/* What else gcc does to functions that are not declared inline. */
static const char *const kept_functions[] = {"inline-small-functions",
					     "inline-functions-called-once",
					     "partial-inlining",
					     "ipa-sra",
					     "ipa-cp",
					     "ipa-icf"};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static bool present(const char *libdir, const char *file, char *reason, size_t size)
{
	char path[4096];

	snprintf(path, sizeof path, "%s/%s", libdir, file);
	if (!access(path, R_OK))
		return true;
	snprintf(reason, size, "%s is missing; install Heddle again", path);
	return false;
}

/* All before the user's own words, so that theirs win: a -g level, -fomit-frame-pointer. */
static void add_compile_flags(struct hd_words *out, enum hd_cc_family family, bool bitcode)
{
	hd_words_add(out, "-g");
	hd_words_add(out, "-fno-omit-frame-pointer");
	/* Functions are units of work: those that are not declared inline stay functions. */
	hd_words_add(out, "-fno-inline-functions");
	if (family == HD_CC_CLANG) {
		hd_words_add(out, "-Xclang");
		hd_words_add(out, "-fsanitize=thread");
		/* Asked of the driver, this would refuse -mllvm and -ffunction-sections. */
		if (bitcode) {
			hd_words_add(out, "-Xclang");
			hd_words_add(out, "-fembed-bitcode=all");
		}
		/* Without this, clang reports only the write of x++. */
		hd_words_add(out, "-mllvm");
		hd_words_add(out, "-tsan-instrument-read-before-write");
		return;
	}
	/* gcc warns of fences, which libtsan does not understand; we do. */
	hd_words_add(out, "-Wno-tsan");
	for (size_t i = 0; i < COUNT(kept_functions); i++)
		hd_words_addf(out, "-fno-%s", kept_functions[i]);
	for (size_t i = 0; i < COUNT(kept_calls); i++)
		hd_words_addf(out, "-fno-builtin-%s", kept_calls[i]);
}

/* Templates that a C++ library has explicit instances of (strings, streams) would be used from there, where
 * accesses are invisible: the program gets instances of its own. For libc++ this takes a macro, for libstdc++
 * a header in front of its own. */
static void add_instances(struct hd_words *out, const char *libdir)
{
	hd_words_add(out, "-isystem");
	hd_words_addf(out, "%s/include", libdir);
	hd_words_add(out, "-D_LIBCPP_DISABLE_EXTERN_TEMPLATE");
}

/* First on the line, so that ours are the symbols that are found first, and kept even under --as-needed.
 * -Xlinker where a path is given: -Wl, would split it at a comma. */
static void add_runtime(struct hd_words *out, const char *libdir)
{
	hd_words_addf(out, "-L%s", libdir);
	hd_words_add(out, "-Wl,--push-state,--no-as-needed");
	hd_words_add(out, "-l:" RUNTIME);
	hd_words_add(out, "-Wl,--pop-state");
	hd_words_add(out, "-Xlinker");
	hd_words_add(out, "-rpath");
	hd_words_add(out, "-Xlinker");
	hd_words_add(out, libdir);
}

/* The user's words without libtsan. Response files stay files, unless something in one had to go, or one ends
 * the options, where ours could not follow. *end: where the options end. */
static void add_user_words(struct hd_words *out, const struct hd_words *args, const struct hd_words *expanded,
			   const struct hd_cc_scan *scan, size_t *end)
{
	struct hd_words cleaned = {0}, cleaned_expanded = {0};
	struct hd_cc_scan written;

	size_t changes = hd_cc_without_tsan(&cleaned, args);
	size_t all_changes = hd_cc_without_tsan(&cleaned_expanded, expanded);
	hd_cc_scan(&written, args);
	bool ends_in_file = scan->end_of_options < expanded->count && written.end_of_options == args->count;
	struct hd_words *use = changes != all_changes || ends_in_file ? &cleaned_expanded : &cleaned;

	hd_cc_scan(&written, use);
	*end = written.end_of_options;
	hd_words_add_all(out, use);
	hd_words_free(&cleaned);
	hd_words_free(&cleaned_expanded);
}

/* What must come after the user's options to win. */
static void add_last_words(struct hd_words *out, const struct hd_cc_scan *scan, enum hd_cc_family family,
			   bool instrument)
{
	/* Fortified memcpy and its like are builtins that gcc expands in place whatever it is told, see
	 * above. */
	if (instrument && scan->sources && family == HD_CC_GCC)
		hd_words_add(out, "-Wp,-U_FORTIFY_SOURCE");
	/* A schedule names the build that it belongs to. */
	if (hd_cc_links(scan))
		hd_words_add(out, "-Wl,--build-id=sha1");
}

static bool add_changed(struct hd_words *out, const struct hd_cc_compiler *compiler,
			const struct hd_words *args, const struct hd_words *expanded,
			const struct hd_cc_scan *scan, const char *libdir, char *reason, size_t size)
{
	bool instrument = !scan->sanitizers.uninstrumented;
	struct hd_words user = {0}, tail = {0};
	size_t end = 0;

	/* Also when only linking: with -flto that is where gcc instruments. */
	if (instrument && compiler->family == HD_CC_GCC) {
		if (!present(libdir, SPECS, reason, size))
			return false;
		hd_words_addf(out, "-specs=%s/" SPECS, libdir);
	}
	if (instrument && scan->sources)
		add_compile_flags(out, compiler->family,
				  compiler->bitcode && !hd_cc_optimises_at_link(expanded));
	if (instrument && scan->headers) {
		if (!present(libdir, CONFIG, reason, size))
			return false;
		add_instances(out, libdir);
	}
	/* heddle.h, for programs that explain themselves; other headers of that name come first. */
	if (scan->headers) {
		hd_words_add(out, "-idirafter");
		hd_words_addf(out, "%s/../../include", libdir);
	}
	if (hd_cc_links(scan)) {
		if (compiler->family == HD_CC_CLANG && hd_cc_takes_bitcode(expanded, reason, size))
			return false;
		if (!present(libdir, RUNTIME, reason, size))
			return false;
		add_runtime(out, libdir);
	}
	add_user_words(&user, args, expanded, scan, &end);
	add_last_words(&tail, scan, compiler->family, instrument);
	for (size_t i = 0; i < end; i++)
		hd_words_add(out, user.at[i]);
	hd_words_add_all(out, &tail);
	for (size_t i = end; i < user.count; i++)
		hd_words_add(out, user.at[i]);
	hd_words_free(&user);
	hd_words_free(&tail);
	return true;
}

bool hd_cc_plan(struct hd_words *out, const struct hd_cc_compiler *compiler, const struct hd_words *args,
		const char *libdir, char *reason, size_t size)
{
	struct hd_words expanded = {0};
	struct hd_cc_scan scan;
	bool possible = true;

	hd_cc_expand(&expanded, args);
	hd_cc_scan(&scan, &expanded);
	hd_words_add_all(out, &compiler->command);
	if (hd_cc_refused(&scan, reason, size))
		possible = false;
	else if (!scan.inputs || hd_cc_freestanding(&scan))
		hd_words_add_all(out, args);
	else
		possible = add_changed(out, compiler, args, &expanded, &scan, libdir, reason, size);
	hd_words_free(&expanded);
	return possible;
}
