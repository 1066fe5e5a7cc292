#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle gen: libraries of bench/subjects/gen. A violation is found, is a program of its own, and replays; the corrected library has
# none within as many tests; the model says what each function is for; what cannot be tested is refused by a sentence.
. "$(dirname "$0")/../lib.sh"
[ -x "$B/libexec/heddle-gen" ] || skip "heddle-gen was not built, libclang is not installed"
export HEDDLE_CC=gcc
LIBRARY=$ROOT/bench/subjects/gen
cd "$T" || exit

# finds LIBRARY KIND SENTENCE: the violation is of that kind, and documented so. Each was found within 400 tests; the bound ends only
# what has got worse. What comes out depends on the seed alone.
finds()
{
	rm -rf heddle-out
	run 1 "$HEDDLE" gen -t 900 -n 4000 "$LIBRARY/$1.h" -- "$LIBRARY/$1.c"
	grep -q "^heddle: thread-safety violation: $2\$" "$T/stdout" || fail "$1: not $2"
	grep -q "^For the documentation: $3\$" "$T/stdout" || { cat "$T/stdout" && fail "$1: another sentence"; }
	grep -q 'in one thread fails' "$T/stdout" || fail "$1: nothing about one thread"
	run 1 "$HEDDLE" replay --times 5 heddle-out/violation-1/bug-1
}

finds string_buffer abort "string_buffer_insert and string_buffer_delete_char must not be called concurrently on one string_buffer."
# The test that was written is a program like any other.
"$B/bin/heddle-cc" -g -Wall -Wextra -Werror -o again heddle-out/violation-1/test.c "$LIBRARY/string_buffer.c" -pthread
run 1 "$HEDDLE" test -q -n 5000 --seed 1 --out again-out ./again
finds locked_map deadlock "locked_map_equals must not be called by two threads at the same time on one locked_map."

run 0 "$HEDDLE" gen -t 900 -n 1000 "$LIBRARY/string_buffer.h" -- -DFIXED "$LIBRARY/string_buffer.c"
grep -q '^heddle: passed: 0 violations' "$T/stdout" || fail "the corrected library does not pass"

# What the caller promises not to do is not done.
run 0 "$HEDDLE" gen -t 900 -n 1000 --unsafe '*_insert' "$LIBRARY/string_buffer.h" -- "$LIBRARY/string_buffer.c"

# The model.
cat >odd.h <<'EOF'
#ifdef __cplusplus
extern "C" {
#endif
#include <stdarg.h>
#include <stdio.h>
typedef struct odd odd_t;
struct odd_options { unsigned fast : 1, slow : 2; union { int i; float f; }; };
enum odd_mode { ODD_ON = 4, ODD_OFF };
__attribute__((warn_unused_result)) int odd_open(odd_t **out, const char *name);
void odd_close(odd_t *odd);
int odd_mode(odd_t *odd, enum odd_mode mode);
int odd_write(odd_t *odd, const void *data, size_t length);
int odd_read(odd_t *odd, char *buffer, size_t size, size_t *got);
void odd_each(odd_t *odd, int (*visit)(void *user, const char *key), void *user);
int odd_printf(odd_t *odd, const char *format, ...) __attribute__((format(printf, 2, 3)));
int odd_vprintf(odd_t *odd, const char *format, va_list arguments);
void odd_dump(odd_t *odd, FILE *to);
void odd_configure(odd_t *odd, struct odd_options by_value);
void odd_tune(odd_t *odd, const struct odd_options *options);
_Noreturn void odd_die(odd_t *odd);
static inline int odd_twice(int x) { return 2 * x; }
#ifdef __cplusplus
}
#endif
EOF
run 0 "$HEDDLE" gen --explain odd.h --
diff "$ROOT/tests/cli/golden/gen_explain.txt" "$T/stdout" || fail "another model (see above)"

# Refused by a sentence.
refuses 'which header' "$HEDDLE" gen --
refuses 'not found' "$HEDDLE" gen nowhere.h --
echo 'struct nothing; int nothing_do(struct nothing *n);' >nothing.h
refuses 'nothing in the headers can be tested' "$HEDDLE" gen nothing.h --
echo 'struct broken broken' >broken.h
refuses 'broken.h:1' "$HEDDLE" gen broken.h --
refuses 'type `map`' "$HEDDLE" gen --type map "$LIBRARY/string_buffer.h" -- "$LIBRARY/string_buffer.c"
