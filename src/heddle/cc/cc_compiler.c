/* SPDX-License-Identifier: Apache-2.0
 * Finding the compiler and telling gcc from clang. See cc_compiler.h.
 */
#include "heddle/cc/cc_compiler.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "heddle/cc/cc_scan.h"

/* How the drivers' names end, longest first, so that "gcc" is not found inside another. */
static const struct {
	const char *name;
	enum hd_cc_family family;
} driver_names[] = {
    {"clang++", HD_CC_CLANG},
    {"clang", HD_CC_CLANG},
    {"gcc", HD_CC_GCC},
    {"g++", HD_CC_GCC},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Where the driver's own name starts in "x86_64-linux-gnu-gcc-12", or NULL. Only a version may follow. */
static const char *driver_part(const char *base, enum hd_cc_family *family)
{
	for (size_t i = 0; i < COUNT(driver_names); i++) {
		const char *at = strstr(base, driver_names[i].name);
		if (!at || (at != base && at[-1] != '-'))
			continue;
		const char *version = at + strlen(driver_names[i].name);
		if (version[strspn(version, "-.0123456789")])
			continue;
		*family = driver_names[i].family;
		return at;
	}
	return NULL;
}

enum hd_cc_family hd_cc_family_by_name(const char *path)
{
	enum hd_cc_family family = HD_CC_UNKNOWN;

	driver_part(hd_base_name(path), &family);
	return family;
}

size_t hd_cc_target_length(const char *name)
{
	enum hd_cc_family family = HD_CC_UNKNOWN;
	const char *at = driver_part(name, &family);

	return at && at > name ? (size_t)(at - name) - 1 : 0;
}

static bool executable(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* The program's path as exec would find it, to be freed, or NULL. */
static char *find_program(const char *name)
{
	const char *path = getenv("PATH");
	char *found = NULL;

	if (strchr(name, '/'))
		return executable(name) ? strdup(name) : NULL;
	if (!path || !*name)
		return NULL;
	for (const char *dir = path;; dir++) {
		size_t length = strcspn(dir, ":");
		if (asprintf(&found, "%.*s%s%s", (int)length, dir, length ? "/" : "", name) < 0)
			return NULL;
		if (executable(found))
			return found;
		free(found);
		dir += length;
		if (!*dir)
			return NULL;
	}
}

/* Reads at most size - 1 bytes of what `command -v` prints. (--version would do for clang, but
 * gcc says there only what every GNU program says.) */
static bool ask_version(const struct hd_words *command, char *text, size_t size)
{
	struct hd_words question = {0};
	posix_spawn_file_actions_t actions;
	int ends[2];
	pid_t child = -1;

	if (pipe2(ends, O_CLOEXEC))
		return false;
	hd_words_add_all(&question, command);
	hd_words_add(&question, "-v");
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
	int error = posix_spawn(&child, question.at[0], &actions, NULL, question.at, environ);
	posix_spawn_file_actions_destroy(&actions);
	hd_words_free(&question);
	close(ends[1]);

	size_t length = 0;
	while (!error && length < size - 1) {
		ssize_t got = read(ends[0], text + length, size - 1 - length);
		if (got > 0)
			length += (size_t)got;
		else if (got == 0 || errno != EINTR)
			break;
	}
	text[length] = 0;
	close(ends[0]);
	if (!error)
		TEMP_FAILURE_RETRY(waitpid(child, NULL, 0));
	return !error && length;
}

static enum hd_cc_family family_of(const struct hd_words *command)
{
	char text[8192];

	/* In "ccache gcc -m64" the compiler is not the first word, nor the last. */
	for (size_t i = 0; i < command->count; i++) {
		enum hd_cc_family family = hd_cc_family_by_name(command->at[i]);
		if (family != HD_CC_UNKNOWN)
			return family;
	}
	if (!ask_version(command, text, sizeof text))
		return HD_CC_UNKNOWN;
	if (strstr(text, "clang version"))
		return HD_CC_CLANG;
	return strstr(text, "gcc version") ? HD_CC_GCC : HD_CC_UNKNOWN;
}

/* A driver that was told to use itself would start itself for ever. */
static bool is_ourselves(const char *path)
{
	struct stat us, it;

	return !stat("/proc/self/exe", &us) && !stat(path, &it) && us.st_dev == it.st_dev &&
	       us.st_ino == it.st_ino;
}

/* "clang" names the C compiler; asked for C++, its sibling is meant, which links the C++ library. */
static void to_cxx_sibling(struct hd_words *command)
{
	for (size_t i = 0; i < command->count; i++) {
		enum hd_cc_family family = HD_CC_UNKNOWN;
		char *word = command->at[i], *sibling = NULL;
		const char *at = driver_part(hd_base_name(word), &family);

		if (!at || strstr(at, "++"))
			continue;
		const char *version = at + strcspn(at, "-.0123456789");
		if (asprintf(&sibling, "%.*s%s%s", (int)(at - word), word,
			     family == HD_CC_GCC ? "g++" : "clang++", version) < 0)
			return;
		free(word);
		command->at[i] = sibling;
		return;
	}
}

/* The named compiler as words: a path may hold spaces, and a launcher may come first. */
static void split_name(struct hd_words *command, const char *name)
{
	if (executable(name))
		hd_words_add(command, name);
	else
		hd_words_split(command, name);
}

static bool other_target(const struct hd_words *command, char *reason, size_t size)
{
	for (size_t i = 0; i < command->count; i++) {
		const char *name = hd_base_name(command->at[i]);
		char target[64];

		snprintf(target, sizeof target, "%.*s", (int)hd_cc_target_length(name), name);
		if (!target[0] || hd_cc_target_fits(target))
			continue;
		snprintf(reason, size,
			 "%s compiles for %s, and Heddle runs 64-bit x86 programs for Linux with glibc", name,
			 target);
		return true;
	}
	return false;
}

/* Replaces the first word by its path, and checks what came out. */
static bool settle(struct hd_cc_compiler *compiler, const char *origin, char *reason, size_t size)
{
	char **first = &compiler->command.at[0];
	char *path = find_program(*first);

	if (!path)
		return snprintf(reason, size, "the compiler \"%s\" (%s) is not installed", *first, origin),
		       false;
	free(*first);
	*first = path;
	for (size_t i = 0; i < compiler->command.count; i++)
		if (is_ourselves(compiler->command.at[i]))
			return snprintf(reason, size,
					"%s names Heddle's own compiler driver; name gcc or clang", origin),
			       false;
	if (other_target(&compiler->command, reason, size))
		return false;
	compiler->family = family_of(&compiler->command);
	if (compiler->family == HD_CC_UNKNOWN)
		return snprintf(reason, size, "\"%s\" (%s) is neither gcc nor clang", path, origin), false;
	return true;
}

static bool find_default(struct hd_words *command, bool cxx)
{
	const char *names[] = {cxx ? "g++" : "gcc", cxx ? "clang++" : "clang"};

	for (size_t i = 0; i < COUNT(names); i++) {
		char *path = find_program(names[i]);
		if (path)
			hd_words_add(command, names[i]);
		free(path);
		if (command->count)
			return true;
	}
	return false;
}

bool hd_cc_find(struct hd_cc_compiler *compiler, const char *named, bool cxx, char *reason, size_t size)
{
	const char *variable = cxx ? "HEDDLE_CXX" : "HEDDLE_CC";
	const char *origin = named ? "--compiler" : variable;
	const char *name = named ? named : getenv(variable);

	*compiler = (struct hd_cc_compiler){0};
	if (name)
		split_name(&compiler->command, name);
	if (named && cxx)
		to_cxx_sibling(&compiler->command);
	if (named && !compiler->command.count)
		return snprintf(reason, size, "--compiler needs the name of a compiler"), false;
	if (!compiler->command.count) {
		origin = "the default";
		if (!find_default(&compiler->command, cxx))
			return snprintf(reason, size, "no compiler found: install %s, or name one in %s",
					cxx ? "g++ or clang++" : "gcc or clang", variable),
			       false;
	}
	return settle(compiler, origin, reason, size);
}
