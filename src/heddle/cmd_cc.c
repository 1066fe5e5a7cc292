/* SPDX-License-Identifier: Apache-2.0
 * heddle cc and heddle c++: drop-in compilers. They add Heddle's instrumentation and runtime to a command
 * line of gcc's or clang's, and become that compiler.
 */
#include "heddle/cmd_cc.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "heddle/cc/cc_compiler.h"
#include "heddle/cc/cc_plan.h"
#include "heddle/cli/cmd.h"

static int trouble(bool cxx, const char *reason)
{
	fprintf(stderr, "%s: %s\n", cxx ? "heddle-c++" : "heddle-cc", reason);
	return HD_STATUS_TROUBLE;
}

/* Our own option comes first or not at all; the rest is the compiler's. Gives the index of the rest. */
static int own_options(int argc, char **argv, const char **compiler)
{
	static const char option[] = "--compiler";
	int i = 1;

	for (; i < argc && !strncmp(argv[i], option, strlen(option)); i++) {
		const char *value = argv[i] + strlen(option);
		if (*value == '=')
			*compiler = value + 1;
		else if (*value)
			break;
		else
			*compiler = i + 1 < argc ? argv[++i] : "";
	}
	return i;
}

/* lib/heddle beside the bin folder that this program is in, be it installed or freshly built. */
static bool find_libdir(char *libdir, size_t size)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length <= 0)
		return false;
	self[length] = 0;
	for (int parts = 0; parts < 2; parts++) {
		char *slash = strrchr(self, '/');
		if (!slash)
			return false;
		*slash = 0;
	}
	return snprintf(libdir, size, "%s/lib/heddle", self) < (int)size;
}

int hd_cmd_cc(int argc, char **argv, bool cxx)
{
	struct hd_words args = {0}, command = {0};
	struct hd_cc_compiler compiler;
	const char *named = NULL;
	char libdir[PATH_MAX + sizeof "/lib/heddle"], reason[PATH_MAX + 512];

	for (int i = own_options(argc, argv, &named); i < argc; i++)
		hd_words_add(&args, argv[i]);
	if (!find_libdir(libdir, sizeof libdir))
		return trouble(cxx, "cannot tell where Heddle is installed: /proc/self/exe is not readable");
	if (!hd_cc_find(&compiler, named, cxx, reason, sizeof reason))
		return trouble(cxx, reason);
	if (!hd_cc_plan(&command, &compiler, &args, libdir, reason, sizeof reason))
		return trouble(cxx, reason);
	fflush(NULL);
	execv(command.at[0], command.at);
	snprintf(reason, sizeof reason, "cannot run %s: %s", command.at[0], strerror(errno));
	return trouble(cxx, reason);
}
