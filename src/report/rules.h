/* SPDX-License-Identifier: Apache-2.0
 *
 * The kinds of failures and findings with what they mean. */
#pragma once

#include <stddef.h>

struct hd_rule {
	const char *id, *name, *summary, *help;
};

extern const struct hd_rule hd_rules[];
extern const size_t hd_rules_n;

/* The index of the rule for this kind; hd_rules_n: there is none. */
size_t hd_rule_of(const char *kind);
