/* SPDX-License-Identifier: Apache-2.0
 *
 * Declarations about atomic sets: what is read, and what is said about what cannot be read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/spelling.h"
#include "heddle/sets/declare.h"

static struct hd_project p;

static const struct hd_declaration *reads(const char *line)
{
	char *trouble = hd_project_line(&p, line, "here:1");

	if (trouble)
		print_error("%s: %s\n", line, trouble);
	assert_null(trouble);
	assert_true(p.n > 0);
	return &p.list[p.n - 1];
}

static void refuses(const char *line, const char *because)
{
	size_t n = p.n;
	char *trouble = hd_project_line(&p, line, "here:1");

	if (!trouble || !strstr(trouble, because))
		print_error("%s: %s\n", line, trouble ? trouble : "is read");
	assert_non_null(trouble);
	assert_non_null(strstr(trouble, because));
	assert_int_equal(p.n, n);
	free(trouble);
}

static void names(const struct hd_name_list *l, size_t n, const char *first, const char *last)
{
	assert_int_equal(l->n, n);
	assert_string_equal(l->list[0], first);
	assert_string_equal(l->list[n - 1], last);
}

static void every_declaration_is_read(void **unused)
{
	const struct hd_declaration *d;

	(void)unused;
	d = reads("set account: checking, savings\n");
	assert_int_equal(d->what, HD_DECLARES_SET);
	assert_string_equal(d->of, "account");
	assert_string_equal(d->where, "here:1");
	names(&d->names, 2, "checking", "savings");
	d = reads("  set struct bank::Account : ( a,b , c.d ) # as heddle.h writes it");
	assert_string_equal(d->of, "bank::Account");
	names(&d->names, 3, "a", "c.d");
	d = reads("set: hits, misses");
	assert_null(d->of);
	names(&d->names, 2, "hits", "misses");
	d = reads("unit transfer, audit_*");
	assert_int_equal(d->what, HD_DECLARES_UNIT);
	names(&d->names, 2, "transfer", "audit_*");
	assert_int_equal(d->whom.n, 0);
	d = reads("unit copy for account, struct bank");
	names(&d->names, 1, "copy", "copy");
	names(&d->whom, 2, "account", "bank");
	assert_int_equal(reads("not-unit run")->what, HD_DECLARES_NOT_UNIT);
	assert_int_equal(reads("owned list.head")->what, HD_DECLARES_OWNED);
	assert_int_equal(reads("not-owned node.user")->what, HD_DECLARES_NOT_OWNED);
	assert_int_equal(reads("ignore a.b, c;")->what, HD_DECLARES_IGNORE);
	assert_int_equal(reads("ignore-function log_line")->what, HD_DECLARES_IGNORE_FUNCTION);
}

static void lines_without_a_declaration_are_fine(void **unused)
{
	size_t n = p.n;

	(void)unused;
	assert_null(hd_project_line(&p, "", "here:1"));
	assert_null(hd_project_line(&p, "   \t\n", "here:1"));
	assert_null(hd_project_line(&p, "# set account", "here:1"));
	assert_int_equal(p.n, n);
}

static void what_is_wrong_is_said(void **unused)
{
	(void)unused;
	refuses("units transfer", "did you mean `unit`?");
	refuses("no_unit run", "there is no declaration `no_unit`; did you mean `not-unit`?");
	refuses("frobnicate", "there are set, unit");
	refuses("@home", "a declaration is expected at `@home`");
	refuses("set account checking", "there is no `:` after `account`");
	refuses("set", "a set is `set TYPE: MEMBER, MEMBER`");
	refuses("set account:", "a name of a member is missing");
	refuses("set account: a,", "a name of a member is missing");
	refuses("set account: a, (b", "is expected at `(b`");
	refuses("set account: (a, b", "the closing `)` is missing");
	refuses("set account: a b", "`b` is too much");
	refuses("unit", "a name of a function is missing");
	refuses("unit f for", "a name of a type or variable is missing");
	refuses("owned list", "`list` is no TYPE.MEMBER");
	refuses("ignore", "is missing");
}

static void suggestions_are_near(void **unused)
{
	struct hd_spelling s = hd_spelling_begin("savngs");

	(void)unused;
	hd_spelling_see(&s, "lock");
	assert_null(s.nearest);
	hd_spelling_see(&s, "saving");
	hd_spelling_see(&s, "savings");
	hd_spelling_see(&s, NULL);
	assert_string_equal(s.nearest, "savings");
	s = hd_spelling_begin("ab"); /* of two letters none may be wrong: everything would be near */
	hd_spelling_see(&s, "ac");
	assert_null(s.nearest);
}

/* A layout by hand: declarations arrive where they belong. */
static void names_that_nothing_has(void **unused)
{
	struct hd_layout *l = calloc(1, sizeof *l);
	struct hd_layout_names *n = hd_layout_names_new();
	struct hd_project q = {0};

	(void)unused;
	assert_null(hd_project_line(&q, "unit nowhere", "here:1"));
	assert_int_equal(hd_project_declare(&q, l, n, true), 0); /* a note: it may be another program's */
	assert_int_equal(hd_project_declare(&q, l, n, false), 0);
	hd_project_term(&q);
	hd_layout_names_free(n);
	free(l);
}

static int tear_down(void **unused)
{
	(void)unused;
	hd_project_term(&p);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_declaration_is_read),
	    cmocka_unit_test(lines_without_a_declaration_are_fine),
	    cmocka_unit_test(what_is_wrong_is_said),
	    cmocka_unit_test(suggestions_are_near),
	    cmocka_unit_test(names_that_nothing_has),
	};

	return cmocka_run_group_tests(tests, NULL, tear_down);
}
