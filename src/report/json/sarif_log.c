/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/sarif_log.h"

#include <stdlib.h>
#include <strings.h>
#include <time.h>

#include "base/fail.h"
#include "base/file.h"
#include "report/json/json_text.h"
#include "report/json/sarif_places.h"
#include "report/rules.h"

#define SCHEMA "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

static json_t *rule(const struct hd_rule *r)
{
	json_t *o = json_object(), *properties = json_object(), *tags = json_array();

	json_object_set_new(o, "id", json_string(r->id));
	if (strcasecmp(r->name, r->id) != 0) /* the standard wants another one than the id, or none */
		json_object_set_new(o, "name", json_string(r->name));
	json_object_set_new(o, "shortDescription", hd_sarif_message(r->summary));
	json_object_set_new(o, "fullDescription", hd_sarif_message(r->summary));
	json_object_set_new(o, "help", hd_sarif_message(r->help));
	json_array_append_new(tags, json_string("concurrency"));
	json_object_set_new(properties, "tags", tags);
	json_object_set_new(o, "properties", properties);
	return o;
}

static json_t *tool(const struct hd_search_results *s)
{
	json_t *o = json_object(), *driver = json_object(), *rules = json_array();

	for (size_t i = 0; i < hd_rules_n; i++)
		json_array_append_new(rules, rule(&hd_rules[i]));
	json_object_set_new(driver, "name", json_string("Heddle"));
	json_object_set_new(driver, "version", hd_json_text(s->version));
	json_object_set_new(driver, "rules", rules);
	json_object_set_new(o, "driver", driver);
	return o;
}

static json_t *utc(int64_t seconds)
{
	time_t time = (time_t)seconds;
	char text[32] = "";
	struct tm broken_down;

	if (gmtime_r(&time, &broken_down))
		strftime(text, sizeof(text), "%FT%TZ", &broken_down);
	return json_string(text);
}

/* Exit status 1 is how a search says that something failed: it has been carried out. */
static json_t *invocations(const struct hd_search_results *s)
{
	json_t *list = json_array(), *o = json_object();

	json_object_set_new(o, "startTimeUtc", utc(s->started));
	json_object_set_new(o, "endTimeUtc", utc(s->started + (int64_t)s->seconds));
	json_object_set_new(o, "exitCode", json_integer(s->status));
	json_object_set_new(o, "exitCodeDescription", hd_json_text(s->summary));
	json_object_set_new(o, "executionSuccessful", json_boolean(s->status <= 1));
	json_array_append_new(list, o);
	return list;
}

/* Results of different programs stand beside each other in code scanning. */
static json_t *automation(const struct hd_search_results *s)
{
	char *id = hd_sprintf("heddle/%s/", hd_base_name(s->program));
	json_t *o = json_object();

	json_object_set_new(o, "id", hd_json_text(id));
	free(id);
	return o;
}

static json_t *bases(const char *root)
{
	json_t *o = json_object(), *base = json_object();

	json_object_set_new(base, "uri", hd_sarif_uri(root, true));
	json_object_set_new(o, HD_SARIF_ROOT, base);
	return o;
}

static json_t *run_properties(const struct hd_search_results *s)
{
	json_t *o = json_object();

	json_object_set_new(o, "program", hd_json_text(s->program));
	json_object_set_new(o, "arguments", hd_json_texts(s->args, s->nargs));
	json_object_set_new(o, "verdict", hd_json_text(s->verdict));
	return o;
}

json_t *hd_sarif_log(const struct hd_search_results *s, json_t *results, json_t *artifacts)
{
	json_t *log = json_object(), *runs = json_array(), *run = json_object();

	json_object_set_new(run, "tool", tool(s));
	json_object_set_new(run, "automationDetails", automation(s));
	json_object_set_new(run, "invocations", invocations(s));
	json_object_set_new(run, "originalUriBaseIds", bases(s->root));
	json_object_set_new(run, "columnKind", json_string("unicodeCodePoints"));
	json_object_set_new(run, "results", results);
	json_object_set_new(run, "artifacts", artifacts);
	json_object_set_new(run, "properties", run_properties(s));
	json_array_append_new(runs, run);
	json_object_set_new(log, "$schema", json_string(SCHEMA));
	json_object_set_new(log, "version", json_string("2.1.0"));
	json_object_set_new(log, "runs", runs);
	return log;
}
