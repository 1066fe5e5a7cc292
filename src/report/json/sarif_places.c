/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/sarif_places.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/json/json_text.h"
#include "report/source_root.h"

json_t *hd_sarif_message(const char *text)
{
	json_t *o = json_object();

	json_object_set_new(o, "text", hd_json_text(text));
	return o;
}

void hd_sarif_files_term(struct hd_sarif_files *files)
{
	for (size_t i = 0; i < files->n; i++)
		free(files->names[i]);
	free(files->names);
}

static size_t file_index(struct hd_sarif_files *files, const char *name)
{
	for (size_t i = 0; i < files->n; i++)
		if (!strcmp(files->names[i], name))
			return i;
	files->names = hd_grow(files->names, &files->cap, files->n + 1, sizeof(*files->names));
	files->names[files->n] = hd_strdup(name);
	return files->n++;
}

json_t *hd_sarif_uri(const char *path, bool folder)
{
	struct hd_text text;
	char *uri;
	json_t *o;

	hd_text_begin(&text);
	if (*path == '/')
		fputs("file://", text.f);
	for (const char *p = path; *p; p++)
		if (isalnum((unsigned char)*p) || strchr("/-._~+", *p))
			fputc(*p, text.f);
		else
			fprintf(text.f, "%%%02X", (unsigned char)*p);
	if (folder && path[strlen(path) - 1] != '/')
		fputc('/', text.f);
	uri = hd_text_end(&text);
	o = json_string(uri);
	free(uri);
	return o;
}

/* index < 0: not in the table. */
static json_t *artifact_location(const struct hd_sarif_files *files, const char *name, int index)
{
	const char *below = hd_below_root(files->root, name);
	json_t *o = json_object();

	json_object_set_new(o, "uri", hd_sarif_uri(below ? below : name, false));
	if (below)
		json_object_set_new(o, "uriBaseId", json_string(HD_SARIF_ROOT));
	if (index >= 0)
		json_object_set_new(o, "index", json_integer(index));
	return o;
}

static json_t *region(const struct hd_location *l)
{
	json_t *o = json_object();

	json_object_set_new(o, "startLine", json_integer(l->line));
	if (l->column > 0)
		json_object_set_new(o, "startColumn", json_integer(l->column));
	if (l->source)
		json_object_set_new(o, "snippet", hd_sarif_message(l->source));
	return o;
}

static json_t *logical_locations(const struct hd_location *l)
{
	json_t *list = json_array(), *o = json_object();

	json_object_set_new(o, "fullyQualifiedName", hd_json_text(l->function));
	json_object_set_new(o, "kind", json_string("function"));
	json_array_append_new(list, o);
	return list;
}

json_t *hd_sarif_location(struct hd_sarif_files *files, const struct hd_location *l, const char *message)
{
	json_t *o = json_object(), *physical = json_object();
	const char *name = l && l->file ? l->file : files->program;

	json_object_set_new(physical, "artifactLocation",
			    artifact_location(files, name, (int)file_index(files, name)));
	if (l && l->file && l->line > 0)
		json_object_set_new(physical, "region", region(l));
	json_object_set_new(o, "physicalLocation", physical);
	if (l && l->function)
		json_object_set_new(o, "logicalLocations", logical_locations(l));
	if (message)
		json_object_set_new(o, "message", hd_sarif_message(message));
	return o;
}

json_t *hd_sarif_artifacts(const struct hd_sarif_files *files)
{
	json_t *list = json_array();

	for (size_t i = 0; i < files->n; i++) {
		json_t *o = json_object();

		json_object_set_new(o, "location", artifact_location(files, files->names[i], -1));
		json_array_append_new(list, o);
	}
	return list;
}
