/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle COMMAND …: finds the command and lets it run. Called as heddle-cc or heddle-c++ it is the compiler.
 */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/spelling.h"
#include "heddle/cli/cmd.h"
#include "heddle/cmd_cc.h"
#include "heddle/workers/inherited.h"

static int run_cc(int argc, char **argv)
{
	return hd_cmd_cc(argc, argv, false);
}

static int run_cxx(int argc, char **argv)
{
	return hd_cmd_cc(argc, argv, true);
}

static const struct hd_cmd cmd_cc = {"cc", "[COMPILER-OPTION...] FILE...",
				     "compile and link C with instrumentation (also heddle-cc)", run_cc};
static const struct hd_cmd cmd_cxx = {"c++", "[COMPILER-OPTION...] FILE...",
				      "compile and link C++ with instrumentation (also heddle-c++)", run_cxx};

static const struct hd_cmd *const commands[] = {
    &cmd_cc,	   &cmd_cxx,	     &hd_cmd_test,     &hd_cmd_replay, &hd_cmd_minimize,
    &hd_cmd_show,  &hd_cmd_report,   &hd_cmd_coverage, &hd_cmd_static, &hd_cmd_gen,
    &hd_cmd_suite, &hd_cmd_campaign, &hd_cmd_analyze,  &hd_cmd_doctor, &hd_cmd_worker};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void print_help(FILE *f)
{
	fputs("Usage: heddle COMMAND [OPTION...]\n\n"
	      "Finds concurrency bugs in multithreaded C and C++ programs by running them under a\n"
	      "scheduler that it fully controls, and replays them.\n\n",
	      f);
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(f, "  heddle %-8s %s\n", commands[i]->name, commands[i]->help);
	fputs("\n"
	      "  heddle help COMMAND, heddle COMMAND --help: the options of a command\n"
	      "  heddle --version\n\n"
	      "Exit status: 0 nothing failed, 1 a failure was found, 2 misuse or an environment problem.\n",
	      f);
}

static const struct hd_cmd *find_command(const char *name)
{
	for (size_t i = 0; i < COMMANDS; i++)
		if (!strcmp(commands[i]->name, name))
			return commands[i];
	return NULL;
}

static int unknown_command(const char *name)
{
	struct hd_spelling near = hd_spelling_begin(name);

	for (size_t i = 0; i < COMMANDS; i++)
		hd_spelling_see(&near, commands[i]->name);
	if (near.nearest)
		return hd_complain("there is no command `%s`; did you mean `heddle %s`?", name, near.nearest);
	return hd_complain("there is no command `%s`; `heddle --help` lists them", name);
}

/* argv[0] becomes "heddle NAME": that is how argp speaks of itself. */
static int run_cmd(const struct hd_cmd *cmd, int argc, char **argv)
{
	char *name = hd_sprintf("heddle %s", cmd->name);
	int status;

	argv[0] = name;
	status = cmd->run(argc, argv);
	if (fflush(stdout) || ferror(stdout))
		status = hd_complain("cannot write to the standard output");
	free(name);
	return status;
}

static int help_command(int argc, char **argv)
{
	char option[] = "--help", *help[] = {NULL, option, NULL};
	const struct hd_cmd *cmd;

	if (argc < 2) {
		print_help(stdout);
		return HD_STATUS_OK;
	}
	hd_inherited_remember();
	cmd = find_command(argv[1]);
	return cmd ? run_cmd(cmd, 2, help) : unknown_command(argv[1]);
}

static bool called_as(const char *argv0, const char *name)
{
	return !strcmp(hd_base_name(argv0), name);
}

int main(int argc, char **argv)
{
	const struct hd_cmd *cmd;

	argp_err_exit_status = HD_STATUS_TROUBLE;
	if (argc && called_as(argv[0], "heddle-cc"))
		return hd_cmd_cc(argc, argv, false);
	if (argc && called_as(argv[0], "heddle-c++"))
		return hd_cmd_cc(argc, argv, true);
	if (argc < 2) {
		print_help(stderr);
		return HD_STATUS_TROUBLE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
		return help_command(argc - 1, argv + 1);
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("heddle " HD_VERSION);
		return HD_STATUS_OK;
	}
	if (argv[1][0] == '-')
		return hd_complain("there is no option `%s`; `heddle --help` lists the commands", argv[1]);
	hd_inherited_remember();
	cmd = find_command(argv[1]);
	return cmd ? run_cmd(cmd, argc - 1, argv + 1) : unknown_command(argv[1]);
}
