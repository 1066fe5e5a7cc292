/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/test_list_json.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static char **list_strings(const json_t *array, size_t *n)
{
	char **strings = hd_new(json_array_size(array) + 1, sizeof(*strings));

	*n = 0;
	for (size_t i = 0; i < json_array_size(array); i++) {
		const char *value = json_string_value(json_array_get(array, i));

		if (value)
			strings[(*n)++] = hd_strdup(value);
	}
	return strings;
}

static char *list_text(const json_t *object, const char *key)
{
	return hd_strdup_or_null(json_string_value(json_object_get(object, key)));
}

/* A property of ctest's, {"name": …, "value": …}. */
static void take_property(struct hd_listed_test *t, const json_t *property)
{
	const char *name = json_string_value(json_object_get(property, "name"));
	const json_t *value = json_object_get(property, "value");

	if (!name)
		return;
	if (!strcmp(name, "WORKING_DIRECTORY") && !t->directory)
		t->directory = hd_strdup_or_null(json_string_value(value));
	else if (!strcmp(name, "ENVIRONMENT") && !t->variables)
		t->variables = list_strings(value, &t->nvariables);
	else if (!strcmp(name, "WILL_FAIL"))
		t->fails = json_is_true(value);
	else if (!strcmp(name, "DISABLED"))
		t->disabled = json_is_true(value);
}

static bool take_ctest(struct hd_listed_test *t, const json_t *test)
{
	const json_t *properties = json_object_get(test, "properties");

	t->name = list_text(test, "name");
	t->command = list_strings(json_object_get(test, "command"), &t->ncommand);
	for (size_t i = 0; i < json_array_size(properties); i++)
		take_property(t, json_array_get(properties, i));
	return t->name;
}

static void take_variables(struct hd_listed_test *t, json_t *env)
{
	t->variables = hd_new(json_object_size(env) + 1, sizeof(*t->variables));
	for (void *at = json_object_iter(env); at; at = json_object_iter_next(env, at)) {
		const char *name = json_object_iter_key(at);
		const char *value = json_string_value(json_object_iter_value(at));

		if (value && *name)
			t->variables[t->nvariables++] = hd_sprintf("%s=%s", name, value);
	}
}

static bool take_meson(struct hd_listed_test *t, const json_t *test)
{
	t->name = list_text(test, "name");
	t->command = list_strings(json_object_get(test, "cmd"), &t->ncommand);
	t->directory = list_text(test, "workdir");
	take_variables(t, json_object_get(test, "env"));
	return t->name;
}

static bool take_tests(const json_t *array, bool (*take)(struct hd_listed_test *, const json_t *),
		       struct hd_listed_tests *tests)
{
	bool complete = true;

	tests->list = hd_new(json_array_size(array) + 1, sizeof(*tests->list));
	for (size_t i = 0; i < json_array_size(array); i++)
		complete &= take(&tests->list[tests->n++], json_array_get(array, i));
	if (!complete)
		hd_listed_tests_free(tests);
	return complete;
}

bool hd_read_ctest_list(const char *text, size_t size, struct hd_listed_tests *tests, const char **error)
{
	json_t *all = json_loadb(text, size, 0, NULL), *array = json_object_get(all, "tests");
	bool read;

	*tests = (struct hd_listed_tests){0};
	read = json_is_array(array) && take_tests(array, take_ctest, tests);
	*error = read ? NULL : "this is no list of tests as ctest prints it";
	json_decref(all);
	return read;
}

bool hd_read_meson_list(const char *text, size_t size, struct hd_listed_tests *tests, const char **error)
{
	json_t *array = json_loadb(text, size, 0, NULL);
	bool read;

	*tests = (struct hd_listed_tests){0};
	read = json_is_array(array) && take_tests(array, take_meson, tests);
	*error = read ? NULL : "this is no list of tests as Meson writes it";
	json_decref(array);
	return read;
}

static void free_list(char **strings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(strings[i]);
	free(strings);
}

void hd_listed_tests_free(struct hd_listed_tests *tests)
{
	for (size_t i = 0; i < tests->n; i++) {
		struct hd_listed_test *t = &tests->list[i];

		free(t->name);
		free(t->directory);
		free_list(t->command, t->ncommand);
		free_list(t->variables, t->nvariables);
	}
	free(tests->list);
	*tests = (struct hd_listed_tests){0};
}
