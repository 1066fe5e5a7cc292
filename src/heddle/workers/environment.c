/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/environment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/rng.h"
#include "base/text.h"

#define PAGE	      (32u << 10) /* environments are made a multiple of this */
#define NAME_MAX_KEPT 128
#define NAMED	      5 /* changed variables that are named */

char *hd_environment_preload(const struct hd_target *t)
{
	const char *users = getenv("LD_PRELOAD");

	return users && *users ? hd_sprintf("%s:%s", t->runtime, users) : hd_strdup(t->runtime);
}

static bool same_variable(const char *a, const char *b)
{
	size_t name = strcspn(a, "=") + 1;

	return !strncmp(a, b, name);
}

static bool is_among(const char *variable, char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (same_variable(variable, list[i]))
			return true;
	return false;
}

/* Our environment with n variables set. Takes over their strings. */
static char **environment_with(char *const *set, size_t n)
{
	size_t count = 0, at = n;
	char **env;

	while (environ[count])
		count++;
	env = hd_new(n + count + 3, sizeof(*env)); /* and two for the padding */
	memcpy(env, set, n * sizeof(*env));
	for (size_t i = 0; i < count; i++)
		if (!is_among(environ[i], set, n))
			env[at++] = hd_strdup(environ[i]);
	return env;
}

/* The environment lies above the stack: with another variable somewhere the stack would begin elsewhere, and
 * a program that decides by addresses could not be replayed. The kernel rounds to 16 bytes after the strings
 * and again after the pointers to them, so there must be an even number of those, too. */
static char **padded(char **env)
{
	size_t size = sizeof(HD_PAD_ENV "=") + sizeof(*env), n = 0, pad;
	char *variable;

	while (env[n])
		n++;
	if (n % 2 == 0)
		env[n] = hd_strdup(HD_PAD_ENV "=");
	for (n = 0; env[n]; n++)
		size += strlen(env[n]) + 1 + sizeof(*env);
	pad = (PAGE - size % PAGE) % PAGE;
	variable = hd_new(sizeof(HD_PAD_ENV "=") + pad, 1);
	memset(stpcpy(variable, HD_PAD_ENV "="), 'x', pad);
	env[n] = variable; /* environment_with() left room */
	return env;
}

char **hd_environment_program(const struct hd_target *t, int wire_fd, int control_fd, unsigned index)
{
	char *preload = hd_environment_preload(t), *set[3];
	size_t n = 0;

	/* Of one length whatever the index: it is on the program's stack. */
	set[n++] = hd_sprintf(HD_WIRE_ENV "=%04d:%04d:%02u", wire_fd, control_fd, index);
	set[n++] = hd_sprintf("LD_PRELOAD=%s", preload);
	if (hd_is_surrounded(&t->around))
		set[n++] = hd_sprintf(HD_WORKER_ENV "=%u", (unsigned)t->around.worker + index);
	free(preload);
	return padded(environment_with(set, n));
}

char **hd_environment_command(const struct hd_target *t, unsigned index)
{
	char *worker = hd_sprintf(HD_WORKER_ENV "=%u", (unsigned)t->around.worker + index);

	return environment_with(&worker, 1);
}

void hd_environment_free(char **env)
{
	for (size_t i = 0; env[i]; i++)
		free(env[i]);
	free(env);
}

/* What every shell sets anew. */
static const char *const fleeting[] = {"_=", "SHLVL=", "PWD=", "OLDPWD=", "COLUMNS=", "LINES=", "HEDDLE_"};

static bool is_fleeting(const char *variable)
{
	for (size_t i = 0; i < sizeof(fleeting) / sizeof(fleeting[0]); i++)
		if (!strncmp(variable, fleeting[i], strlen(fleeting[i])))
			return true;
	return false;
}

static uint64_t number_of(const char *variable)
{
	uint64_t hash = 1;

	for (; *variable; variable++)
		hash = hd_mix64(hash + (unsigned char)*variable);
	return hash;
}

/* A name that fits into a line of its own. */
static int name_length(const char *variable)
{
	size_t n = strcspn(variable, "=");

	return n && n < NAME_MAX_KEPT && n == strcspn(variable, " \t\n=") ? (int)n : 0;
}

void hd_environment_write(FILE *f)
{
	for (size_t i = 0; environ[i]; i++)
		if (!is_fleeting(environ[i]) && name_length(environ[i]))
			fprintf(f, "%.*s %016" PRIx64 "\n", name_length(environ[i]), environ[i],
				number_of(environ[i]));
}

static const char *variable_named(const char *name)
{
	size_t n = strlen(name);

	for (size_t i = 0; environ[i]; i++)
		if (!strncmp(environ[i], name, n) && environ[i][n] == '=')
			return environ[i];
	return NULL;
}

struct changes {
	struct hd_text text;
	unsigned n;
};

static void add_change(struct changes *c, const char *name, int length)
{
	if (c->n++ < NAMED)
		fprintf(c->text.f, "%s%.*s", c->n > 1 ? ", " : "", length, name);
}

static bool was_there(char *const *names, size_t n, const char *variable)
{
	size_t length = (size_t)name_length(variable);

	for (size_t i = 0; i < n; i++)
		if (strlen(names[i]) == length && !strncmp(names[i], variable, length))
			return true;
	return false;
}

char *hd_environment_changes(FILE *f)
{
	char name[NAME_MAX_KEPT + 1], **names = NULL, *text;
	struct changes c = {.n = 0};
	size_t n = 0, cap = 0;
	uint64_t number;

	hd_text_begin(&c.text);
	while (fscanf(f, "%128s %" SCNx64, name, &number) == 2) {
		const char *now = variable_named(name);

		names = hd_grow(names, &cap, n + 1, sizeof(*names));
		names[n++] = hd_strdup(name);
		if (!now || number_of(now) != number)
			add_change(&c, name, (int)strlen(name));
	}
	for (size_t i = 0; environ[i]; i++)
		if (!is_fleeting(environ[i]) && name_length(environ[i]) && !was_there(names, n, environ[i]))
			add_change(&c, environ[i], name_length(environ[i]));
	if (c.n > NAMED)
		fprintf(c.text.f, " and %u others", c.n - NAMED);
	text = hd_text_end(&c.text);
	while (n)
		free(names[--n]);
	free(names);
	if (c.n)
		return text;
	free(text);
	return NULL;
}
