/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/static/analyser.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "model/static/bitcode.h"
#include "model/static/pairs_parse.h"
#include "symbol/elf.h"

#define TOOL "libexec/heddle-static"

static const char *const filters[] = {"order", "escape", "lock", "disjoint"};

bool hd_analyser_add_program(struct hd_analyser_request *request, const char *path)
{
	if (request->nfiles == HD_ANALYSER_FILES)
		return false;
	request->files[request->nfiles++] = path;
	return true;
}

bool hd_analyser_leave_out(struct hd_analyser_request *request, const char *filter)
{
	for (size_t i = 0; i < sizeof filters / sizeof filters[0]; i++)
		if (!strcmp(filter, filters[i]) && request->nleft_out < HD_ANALYSER_FILTERS) {
			request->left_out[request->nleft_out++] = filters[i];
			return true;
		}
	return false;
}

/* Beside the bin folder that this program is in. Malloc'ed. */
static char *tool_path(void)
{
	char self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);

	if (length <= 0)
		return hd_strdup(TOOL);
	self[length] = 0;
	for (int parts = 0; parts < 2; parts++) {
		char *slash = strrchr(self, '/');

		if (slash)
			*slash = 0;
	}
	return hd_sprintf("%s/" TOOL, self);
}

/* Why a file has no bitcode, as a sentence. */
static int no_bitcode(const char *path)
{
	struct hd_elf elf;

	if (hd_elf_look(path, &elf))
		return hd_complain_errno(errno, "cannot read %s", path);
	if (!elf.elf)
		return hd_complain("%s is no program: it is not an ELF file", path);
	if (elf.damaged)
		return hd_complain("%s is damaged: parts of it are missing", path);
	if (!elf.instrumented)
		return hd_complain("%s was not built with heddle-cc; build it with HEDDLE_CC=clang heddle-cc",
				   path);
	return hd_complain("%s has no bitcode, which static analysis needs: build it by heddle-cc with clang "
			   "(HEDDLE_CC=clang), without --no-bitcode, and do not strip it",
			   path);
}

static int write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t n = write(fd, bytes, size);

		if (n < 0 && errno != EINTR)
			return -1;
		bytes += n > 0 ? n : 0;
		size -= n > 0 ? (size_t)n : 0;
	}
	return 0;
}

/* The bitcode of one file goes to the end of what is there. */
static int add_bitcode(const char *path, int fd)
{
	size_t size = 0;
	char *bytes = hd_elf_section(path, HD_BITCODE_SECTION, &size);
	struct hd_bitcode_module module = {0};
	int status = 0;

	if (!bytes || !size) {
		free(bytes);
		return no_bitcode(path);
	}
	while (hd_bitcode_next((const unsigned char *)bytes, size, &module))
		;
	if (module.error)
		status = hd_complain("the bitcode in %s cannot be used: %s", path, module.error);
	else if (write_all(fd, bytes, size))
		status = hd_complain_errno(errno, "cannot keep the bitcode of %s", path);
	free(bytes);
	return status;
}

static pid_t start_tool(const struct hd_analyser_request *request, const char *tool, int in, int out)
{
	char *argv[2 * HD_ANALYSER_FILTERS + 3];
	char stats[] = "--stats", no_filter[] = "--no-filter", *name = hd_strdup(tool);
	posix_spawn_file_actions_t actions;
	unsigned n = 0;
	pid_t child = -1;
	int error;

	argv[n++] = name;
	if (request->stats)
		argv[n++] = stats;
	for (unsigned i = 0; i < request->nleft_out; i++) {
		argv[n++] = no_filter;
		argv[n++] = (char *)request->left_out[i];
	}
	argv[n] = NULL;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	error = posix_spawn(&child, tool, &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	free(name);
	errno = error;
	return error ? -1 : child;
}

/* How it ended, as our own exit status. */
static int await_tool(pid_t child)
{
	int status;

	if (TEMP_FAILURE_RETRY(waitpid(child, &status, 0)) != child)
		return hd_complain_errno(errno, "cannot wait for " TOOL);
	if (WIFSIGNALED(status))
		return hd_complain(
		    TOOL " was ended by a signal (%s); this is a defect of Heddle, or memory is short",
		    strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status) ? HD_EXIT_TROUBLE : 0;
}

static char *read_all(int fd, size_t *size)
{
	off_t end = lseek(fd, 0, SEEK_END);
	char *text = hd_new((size_t)(end > 0 ? end : 0) + 1, 1);
	ssize_t n;

	for (*size = 0; end > 0 && *size < (size_t)end; *size += (size_t)n) {
		n = TEMP_FAILURE_RETRY(pread(fd, text + *size, (size_t)end - *size, (off_t)*size));
		if (n <= 0)
			break;
	}
	return text;
}

static int read_pairs(int fd, struct hd_pairs *out)
{
	size_t size;
	char *text = read_all(fd, &size), *error = hd_pairs_parse(out, text, size);
	int status = 0;

	if (error)
		status = hd_complain("what " TOOL " wrote cannot be read: %s", error);
	free(error);
	free(text);
	return status;
}

static int run_tool(const struct hd_analyser_request *request, int in, int out, struct hd_pairs *pairs)
{
	char *tool = tool_path();
	int status = 0;
	pid_t child;

	for (unsigned i = 0; !status && i < request->nfiles; i++)
		status = add_bitcode(request->files[i], in);
	if (!status && access(tool, X_OK))
		status = hd_complain(
		    "%s is missing: Heddle was built without LLVM; install llvm-dev and build it again",
		    tool);
	if (!status) {
		lseek(in, 0, SEEK_SET);
		child = start_tool(request, tool, in, out);
		status = child < 0 ? hd_complain_errno(errno, "cannot run %s", tool) : await_tool(child);
	}
	free(tool);
	return status ? status : read_pairs(out, pairs);
}

int hd_analyse(const struct hd_analyser_request *request, struct hd_pairs *out)
{
	int bitcode = memfd_create("heddle-bitcode", MFD_CLOEXEC),
	    pairs = memfd_create("heddle-pairs", MFD_CLOEXEC);
	int status;

	*out = (struct hd_pairs){0};
	if (bitcode < 0 || pairs < 0)
		status = hd_complain_errno(errno, "cannot keep bitcode in memory");
	else
		status = run_tool(request, bitcode, pairs, out);
	if (bitcode >= 0)
		close(bitcode);
	if (pairs >= 0)
		close(pairs);
	return status;
}
