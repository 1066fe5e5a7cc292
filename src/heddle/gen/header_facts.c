/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/header_facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/fail.h"
#include "gen/api/api_text.h"
#include "heddle/cli/libexec.h"

#define TOOL "heddle-gen"

bool hd_is_compile_flag(const char *word, bool *takes_next)
{
	static const char *const prefixes[] = {
	    "-I", "-D", "-U", "-std=", "-include", "-isystem", "-iquote", "-m"};

	*takes_next = false;
	for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
		if (!strncmp(word, prefixes[i], strlen(prefixes[i]))) {
			*takes_next = !strcmp(word, prefixes[i]) && strcmp(word, "-m") != 0;
			return true;
		}
	return false;
}

static char **tool_arguments(char *const *headers, size_t nheaders, char *const *flags, size_t nflags)
{
	char **argv = hd_new(nheaders + nflags + 3, sizeof *argv);
	static char dashes[] = "--";
	size_t n = 1;

	for (size_t i = 0; i < nheaders; i++)
		argv[n++] = headers[i];
	argv[n++] = dashes;
	for (size_t i = 0; i < nflags; i++) {
		bool takes_next;

		if (!hd_is_compile_flag(flags[i], &takes_next))
			continue;
		argv[n++] = flags[i];
		if (takes_next && i + 1 < nflags)
			argv[n++] = flags[++i];
	}
	return argv;
}

int hd_header_facts(char *const *headers, size_t nheaders, char *const *flags, size_t nflags,
		    struct hd_api *a)
{
	int out = memfd_create("heddle-api", MFD_CLOEXEC), status;
	char **argv, *text, *error;
	size_t size;

	if (out < 0)
		return hd_complain_errno(errno, "cannot keep what the headers declare in memory");
	argv = tool_arguments(headers, nheaders, flags, nflags);
	status = hd_libexec_run(
	    TOOL, "Heddle was built without libclang; install libclang-14-dev and build it again", argv, -1,
	    out);
	free(argv);
	if (!status) {
		text = hd_libexec_output(out, &size);
		error = hd_api_parse(a, text, size);
		if (error)
			status = hd_complain("what libexec/" TOOL " wrote cannot be read: %s", error);
		free(error);
		free(text);
	}
	close(out);
	return status;
}
