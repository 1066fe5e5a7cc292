/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/target.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/fail.h"
#include "base/rng.h"
#include "framework/framework.h"
#include "heddle/workers/program.h"

#define INPUT_MAX (64u << 20)

/* The libraries behind OpenMP let threads that wait spin for a while in code that makes no calls, which the
 * runtime cannot see: they shall sleep at once. A value that the user has set stays. */
static void quieten_openmp(void)
{
	setenv("OMP_WAIT_POLICY", "passive", 0);
	setenv("KMP_BLOCKTIME", "0", 0);
}

int hd_target_init(struct hd_target *t, struct hd_signals *signals, const char *name, char *const *args,
		   unsigned nargs, const char *directory)
{
	char *expected;

	*t = (struct hd_target){.signals = signals, .input = -1, .nargs = nargs};
	quieten_openmp();
	t->program = hd_program_find(name, &t->elf);
	if (!t->program)
		return HD_EXIT_TROUBLE;
	hd_framework_set_up(hd_framework_of(t->program));
	t->runtime = hd_runtime_path(&expected);
	if (!t->runtime)
		hd_complain("the runtime library is missing, it should be %s; install heddle again",
			    expected);
	free(expected);
	t->directory = directory ? hd_strdup(directory) : getcwd(NULL, 0);
	if (!t->directory)
		hd_complain_errno(errno, "cannot tell the current directory");
	if (!t->runtime || !t->directory) {
		hd_target_term(t);
		return HD_EXIT_TROUBLE;
	}
	t->argv = hd_new(nargs + 2, sizeof(*t->argv));
	t->argv[0] = hd_strdup(t->program);
	for (unsigned i = 0; i < nargs; i++)
		t->argv[i + 1] = hd_strdup(args[i]);
	return 0;
}

void hd_target_term(struct hd_target *t)
{
	for (unsigned i = 0; t->argv && t->argv[i]; i++)
		free(t->argv[i]);
	free(t->argv);
	for (unsigned i = 0; i < t->nvariables; i++)
		free(t->variables[i]);
	free(t->variables);
	free(t->program);
	free(t->directory);
	free(t->runtime);
	if (t->input >= 0)
		close(t->input);
	*t = (struct hd_target){.input = -1};
}

void hd_target_set_variable(struct hd_target *t, const char *variable)
{
	const char *value = strchr(variable, '=');
	size_t room = t->nvariables;
	char *name;

	HD_ASSERT(value, "`%s` is no variable", variable);
	name = hd_sprintf("%.*s", (int)(value - variable), variable);
	setenv(name, value + 1, 1);
	free(name);
	t->variables = hd_grow(t->variables, &room, t->nvariables + 1, sizeof(*t->variables));
	t->variables[t->nvariables++] = hd_strdup(variable);
}

static int copy_all(int from, int to, size_t *size)
{
	static char buffer[65536];
	ssize_t n;

	while ((n = read(from, buffer, sizeof(buffer))) > 0) {
		*size += (size_t)n;
		if (*size > INPUT_MAX)
			return hd_complain("the program's input is longer than %u MB", INPUT_MAX >> 20);
		if (write(to, buffer, (size_t)n) != n)
			return hd_complain_errno(errno, "cannot keep a copy of the program's input");
	}
	return n < 0 ? hd_complain_errno(errno, "cannot read the program's input") : 0;
}

int hd_target_copy_input(struct hd_target *t, int fd)
{
	struct stat st;

	if (fstat(fd, &st) || !(S_ISREG(st.st_mode) || S_ISFIFO(st.st_mode)))
		return 0;
	t->input = memfd_create("heddle-input", MFD_CLOEXEC);
	if (t->input < 0)
		return hd_complain_errno(errno, "cannot keep a copy of the program's input");
	return copy_all(fd, t->input, &t->input_size);
}

uint64_t hd_target_input_hash(const struct hd_target *t)
{
	uint64_t hash = t->input_size;
	uint8_t part[4096];
	ssize_t n;

	for (off_t at = 0; t->input >= 0 && (n = pread(t->input, part, sizeof part, at)) > 0; at += n)
		for (ssize_t i = 0; i < n; i++)
			hash = hd_mix64(hash ^ part[i]);
	return hash;
}
