/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/static/analyser.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/cli/libexec.h"
#include "model/static/bitcode.h"
#include "model/static/pairs_parse.h"
#include "symbol/elf.h"

#define TOOL "heddle-static"

static const char *const filters[] = {
#define HD_FILTER(id, name) name,
#include "model/static/filters.def"
#undef HD_FILTER
};
_Static_assert(sizeof filters / sizeof filters[0] <= HD_ANALYSER_FILTERS, "all can be left out");

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

static pid_t start_tool(const struct hd_analyser_request *request, int in, int out)
{
	char *argv[2 * HD_ANALYSER_FILTERS + 4] = {NULL};
	char stats[] = "--stats", no_filter[] = "--no-filter", flow[] = "--flow";
	unsigned n = 1;

	if (request->stats)
		argv[n++] = stats;
	if (request->flow)
		argv[n++] = flow;
	for (unsigned i = 0; i < request->nleft_out; i++) {
		argv[n++] = no_filter;
		argv[n++] = (char *)request->left_out[i];
	}
	return hd_libexec_start(TOOL, "Heddle was built without LLVM; install llvm-dev and build it again",
				argv, in, out);
}

static int read_pairs(int fd, struct hd_pairs *out)
{
	size_t size;
	char *text = hd_libexec_output(fd, &size), *error = hd_pairs_parse(out, text, size);
	int status = 0;

	if (error)
		status = hd_complain("what libexec/" TOOL " wrote cannot be read: %s", error);
	free(error);
	free(text);
	return status;
}

static void close_files(struct hd_analysis *a)
{
	if (a->bitcode >= 0)
		close(a->bitcode);
	if (a->pairs >= 0)
		close(a->pairs);
	*a = (struct hd_analysis){0};
}

bool hd_analyser_is_there(void)
{
	return hd_libexec_is_there(TOOL);
}

int hd_analysis_start(struct hd_analysis *a, const struct hd_analyser_request *request)
{
	int status = 0;

	*a = (struct hd_analysis){.bitcode = memfd_create("heddle-bitcode", MFD_CLOEXEC),
				  .pairs = memfd_create("heddle-pairs", MFD_CLOEXEC)};
	if (a->bitcode < 0 || a->pairs < 0)
		status = hd_complain_errno(errno, "cannot keep bitcode in memory");
	for (unsigned i = 0; !status && i < request->nfiles; i++)
		status = add_bitcode(request->files[i], a->bitcode);
	if (!status) {
		lseek(a->bitcode, 0, SEEK_SET);
		a->child = start_tool(request, a->bitcode, a->pairs);
		status = a->child < 0 ? HD_EXIT_TROUBLE : 0;
	}
	if (status)
		close_files(a);
	return status;
}

bool hd_analysis_is_over(const struct hd_analysis *a)
{
	siginfo_t info = {0};

	return waitid(P_PID, (id_t)a->child, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

int hd_analysis_finish(struct hd_analysis *a, struct hd_pairs *out)
{
	int status = hd_libexec_await(TOOL, a->child);

	*out = (struct hd_pairs){0};
	if (!status)
		status = read_pairs(a->pairs, out);
	close_files(a);
	return status;
}

void hd_analysis_stop(struct hd_analysis *a)
{
	kill(a->child, SIGKILL);
	TEMP_FAILURE_RETRY(waitpid(a->child, NULL, 0));
	close_files(a);
}

int hd_analyse(const struct hd_analyser_request *request, struct hd_pairs *out)
{
	struct hd_analysis a;
	int status = hd_analysis_start(&a, request);

	*out = (struct hd_pairs){0};
	return status ? status : hd_analysis_finish(&a, out);
}
