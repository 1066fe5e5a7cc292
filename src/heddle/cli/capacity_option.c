/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/capacity_option.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/options.h"
#include "model/capacity.h"

static char *capacity_names(void)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (unsigned i = 0; i < HD_CAPACITIES; i++) {
		char name[HD_CAPACITY_NAME];

		hd_capacity_name((enum hd_capacity)i, name);
		fprintf(text.f, "%s%s", i ? ", " : "", name);
	}
	return hd_text_end(&text);
}

void hd_option_capacity(const struct argp_state *state, const char *value, uint32_t *most)
{
	const char *equals = strchrnul(value, '=');
	char *name = hd_sprintf("%.*s", (int)(equals - value), value), *names = capacity_names();
	enum hd_capacity table = hd_capacity_named(name);

	if (table == HD_CAPACITIES)
		argp_failure(state, HD_STATUS_TROUBLE, 0, "--capacity: there is no table `%s`; there are: %s",
			     name, names);
	for (unsigned i = 0; i < HD_CAPACITIES; i++)
		most[i] = most[i] ? most[i] : hd_capacities[i].most;
	most[table] = (uint32_t)hd_option_count(state, "--capacity", *equals ? equals + 1 : equals, 1,
						hd_capacities[table].most);
	free(names);
	free(name);
}
