/* SPDX-License-Identifier: Apache-2.0 */
#include "report/rules.h"

#include <string.h>

const struct hd_rule hd_rules[] = {
#define HD_RULE(id, name, summary, help) {(id), (name), (summary), (help)},
#include "report/rules.def"
#undef HD_RULE
};
const size_t hd_rules_n = sizeof(hd_rules) / sizeof(hd_rules[0]);

size_t hd_rule_of(const char *kind)
{
	size_t i = 0;

	while (i < hd_rules_n && strcmp(hd_rules[i].id, kind) != 0)
		i++;
	return i;
}
