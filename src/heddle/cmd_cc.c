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

/* What the words before the compiler's own say. */
struct own_words {
	const char *compiler; /* NULL: not named */
	bool no_bitcode;
};

/* --compiler NAME or --compiler=NAME at argv[*i], which is moved to its last word. */
static bool names_compiler(int argc, char **argv, int *i, const char **compiler)
{
	static const char option[] = "--compiler";
	const char *value;

	if (strncmp(argv[*i], option, strlen(option)) != 0)
		return false;
	value = argv[*i] + strlen(option);
	if (*value && *value != '=')
		return false;
	if (*value)
		*compiler = value + 1;
	else
		*compiler = *i + 1 < argc ? argv[++*i] : "";
	return true;
}

/* Our own options come first or not at all; the rest is the compiler's. Gives the index of the rest. */
static int own_options(int argc, char **argv, struct own_words *own)
{
	int i = 1;

	for (; i < argc; i++) {
		if (!strcmp(argv[i], "--no-bitcode"))
			own->no_bitcode = true;
		else if (!names_compiler(argc, argv, &i, &own->compiler))
			break;
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

static int help(const struct hd_cc_compiler *compiler, bool cxx)
{
	const char *name = cxx ? "heddle-c++" : "heddle-cc", *real = compiler->command.at[0];

	printf("Usage: %s [--compiler NAME] [--no-bitcode] COMPILER OPTIONS AND FILES\n"
	       "Compile and link a program as %s does, and make it ready for `heddle test`.\n\n"
	       "      --compiler NAME  use this gcc or clang (default: %s, or else gcc, or clang)\n"
	       "      --no-bitcode     with clang: keep no intermediate code for `heddle static`\n"
	       "      --help           print this\n\n"
	       "These come first; all other options are the compiler's: `%s --help` lists them.\n"
	       "In a build: %s=%s ./configure, cmake -D%s=%s, make %s=%s.\n",
	       name, real, cxx ? "HEDDLE_CXX" : "HEDDLE_CC", real, cxx ? "CXX" : "CC", name,
	       cxx ? "CMAKE_CXX_COMPILER" : "CMAKE_C_COMPILER", name, cxx ? "CXX" : "CC", name);
	return HD_STATUS_OK;
}

int hd_cmd_cc(int argc, char **argv, bool cxx)
{
	struct hd_words args = {0}, command = {0};
	struct hd_cc_compiler compiler;
	struct own_words own = {0};
	char libdir[PATH_MAX + sizeof "/lib/heddle"], reason[PATH_MAX + 512];

	for (int i = own_options(argc, argv, &own); i < argc; i++)
		hd_words_add(&args, argv[i]);
	if (!find_libdir(libdir, sizeof libdir))
		return trouble(cxx, "cannot tell where Heddle is installed: /proc/self/exe is not readable");
	if (!hd_cc_find(&compiler, own.compiler, cxx, reason, sizeof reason))
		return trouble(cxx, reason);
	if (args.count == 1 && !strcmp(args.at[0], "--help"))
		return help(&compiler, cxx);
	compiler.bitcode = !own.no_bitcode;
	if (!hd_cc_plan(&command, &compiler, &args, libdir, reason, sizeof reason))
		return trouble(cxx, reason);
	fflush(NULL);
	execv(command.at[0], command.at);
	snprintf(reason, sizeof reason, "cannot run %s: %s", command.at[0], strerror(errno));
	return trouble(cxx, reason);
}
