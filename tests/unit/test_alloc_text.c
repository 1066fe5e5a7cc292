/* SPDX-License-Identifier: Apache-2.0
 *
 * What lines of source say about the type of the memory that they allocate. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "symbol/alloc_text.h"

static const struct {
	const char *line, *word; /* NULL: nothing that can be relied on */
	bool points, more;
} lines[] = {
    {"struct node *n = malloc(sizeof(struct node));", "node", false, false},
    {"n = malloc(sizeof (node));", "node", false, false},
    {"n = malloc(sizeof *n);", "n", true, false},
    {"n = calloc(4, sizeof(*n));", "n", true, false},
    {"b = malloc(sizeof(struct buffer) + length);", "buffer", false, true},
    {"q->head = malloc(sizeof(const struct node));", "node", false, false},
    {"q->head = malloc(sizeof *q->head);", NULL, false, false},
    {"v = malloc(n * sizeof v[0]);", NULL, false, false},
    {"v = malloc(sizeof(*v[0]));", NULL, false, false},
    {"p = malloc(sizeof(struct a) + sizeof(struct b));", NULL, false, false},
    {"p = malloc(sizeof(struct a) > 8 ? sizeof(struct a) : 8);", "a", false, false},
    {"p = malloc(24);", NULL, false, false},
    {"p = malloc(my_sizeof(node));", NULL, false, false},
    {"Node *n = new Node{head, v};", "Node", false, false},
    {"auto n = new list::Node;", "list::Node", false, false},
    {"auto n = new Node[4];", "Node", false, false},
    {"f(new A, new B);", NULL, false, false},
    {"auto n = new Node *[4];", NULL, false, false},
    {"auto n = new Pair<int>(1, 2);", NULL, false, false},
    {"new (place) Node;", NULL, false, false},
    {"int renew = old;", NULL, false, false},
    {"return unique_ptr<_Tp>(new _Tp(std::forward<_Args>(__args)...));", "_Tp", false, false},
    {"p = malloc(n); /* a new Node */", NULL, false, false},
    {"p = malloc(n); // sizeof(Node)", NULL, false, false},
    {"say(\"a \\\"new Node\"), p = malloc(sizeof(struct a)); // new B", "a", false, false},
    {"", NULL, false, false},
};

static void types_in_lines(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		struct hd_alloc_text said;

		if (!hd_alloc_text(lines[i].line, &said)) {
			if (lines[i].word)
				fail_msg("nothing is found in: %s", lines[i].line);
			continue;
		}
		if (!lines[i].word)
			fail_msg("%s is found in: %s", said.word, lines[i].line);
		assert_string_equal(said.word, lines[i].word);
		assert_int_equal(said.points, lines[i].points);
		assert_int_equal(said.more, lines[i].more);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(types_in_lines)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
