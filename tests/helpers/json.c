/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks into a JSON file for the test scripts: `json [-t] FILE PATH`, with a path such as failures.0.kind; a
 * path of `.` is the whole, `#` behind a dot counts entries. Prints the value (with -t its type). Exit status
 * 1: there is nothing at that path. */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *type_name(const json_t *v)
{
	static const char *const names[] = {
	    [JSON_OBJECT] = "object",	[JSON_ARRAY] = "array", [JSON_STRING] = "string",
	    [JSON_INTEGER] = "integer", [JSON_REAL] = "real",	[JSON_TRUE] = "boolean",
	    [JSON_FALSE] = "boolean",	[JSON_NULL] = "null",
	};

	return names[json_typeof(v)];
}

static const json_t *step(const json_t *v, const char *name)
{
	if (json_is_array(v))
		return json_array_get(v, (size_t)strtoul(name, NULL, 10));
	return json_object_get(v, name);
}

static void print(const json_t *v)
{
	if (json_is_string(v))
		puts(json_string_value(v));
	else {
		json_dumpf(v, stdout, JSON_ENCODE_ANY | JSON_COMPACT);
		putchar('\n');
	}
}

static int look(const json_t *v, char *path, bool want_type)
{
	char *rest = NULL;

	for (char *name = strtok_r(path, ".", &rest); name; name = strtok_r(NULL, ".", &rest)) {
		if (!strcmp(name, "#")) {
			printf("%zu\n", json_is_array(v) ? json_array_size(v) : json_object_size(v));
			return 0;
		}
		v = step(v, name);
		if (!v)
			return 1;
	}
	if (want_type)
		puts(type_name(v));
	else
		print(v);
	return 0;
}

int main(int argc, char **argv)
{
	bool want_type = argc == 4 && !strcmp(argv[1], "-t");
	json_error_t error;

	if (argc != 3 + want_type) {
		fputs("usage: json [-t] FILE PATH\n", stderr);
		return 2;
	}
	json_t *root = json_load_file(argv[1 + want_type], JSON_DECODE_ANY, &error);
	if (!root) {
		fprintf(stderr, "json: %s:%d: %s\n", argv[1 + want_type], error.line, error.text);
		return 2;
	}
	int status = look(root, argv[2 + want_type], want_type);
	json_decref(root);
	return status;
}
