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
	[ "$(ls heddle-out)" = violation-1 ] || fail "$1: more in heddle-out than the violation"
}

finds string_buffer abort "string_buffer_\(insert and string_buffer_delete_char\|delete_char and string_buffer_insert\) must not be called concurrently on one string_buffer."
gcc -Wall -Wextra -Werror -fsyntax-only heddle-out/violation-1/test.c # a program like any other
finds locked_map deadlock "locked_map_equals must not be called by two threads at the same time on one locked_map."

run 0 "$HEDDLE" gen -t 900 -n 600 "$LIBRARY/string_buffer.h" -- -DFIXED "$LIBRARY/string_buffer.c"
grep -q '^heddle: passed: 0 violations' "$T/stdout" || fail "the corrected library does not pass"
all=$(sed -nE 's/.* ([0-9,]+) of them under all their schedules.*/\1/p' "$T/stdout")
[ "${all//,/}" -gt 500 ] || fail "of more than 600 short tests only ${all:-none} were searched to the end"

# Eight looks have to come between sixteen writes, each at its place: one schedule of some hundred that a systematic search tries, and one of many
# millions that chance does.
LIBRARY=$ROOT/bench/subjects/gen_exact
finds dial assert "dial_t[a-z]* and dial_t[a-z]* must not be called concurrently on one dial."
# Two threads have room there: later tests have three.
finds rendezvous heap-overflow "rendezvous_visit must not be called by three threads at the same time on one rendezvous."
LIBRARY=$ROOT/bench/subjects/gen

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

# Wrong results without a failure are told only if asked for. The table says what is known of each function, and hints what headers cannot say.
cat >counter.h <<'EOF'
struct counter;
struct counter *counter_new(void);
void counter_free(struct counter *c);
void counter_add(struct counter *c, int n);
int counter_take(struct counter *c, int *left);
int counter_value(const struct counter *c);
EOF
cat >counter.c <<'EOF'
#include "counter.h"
#include <pthread.h>
#include <stdlib.h>
struct counter { pthread_mutex_t lock; int value; };
struct counter *counter_new(void)
{
	struct counter *c = calloc(1, sizeof *c);

	pthread_mutex_init(&c->lock, 0);
	return c;
}
void counter_free(struct counter *c) { free(c); }
int counter_value(const struct counter *c)
{
	int value;

	pthread_mutex_lock((pthread_mutex_t *)&c->lock);
	value = c->value;
	pthread_mutex_unlock((pthread_mutex_t *)&c->lock);
	return value;
}
void counter_add(struct counter *c, int n)
{
	int sum = counter_value(c) + n;

	pthread_mutex_lock(&c->lock);
	c->value = sum;
	pthread_mutex_unlock(&c->lock);
}
int counter_take(struct counter *c, int *left)
{
	int had;

	pthread_mutex_lock(&c->lock);
	had = c->value > 0;
	c->value -= had;
	*left = c->value;
	pthread_mutex_unlock(&c->lock);
	return had;
}
EOF
rm -rf heddle-out
run 1 "$HEDDLE" gen -t 900 -n 2000 --oracle linearizable counter.h -- counter.c
grep -q '^heddle: not linearizable: wrong results$' "$T/stdout" || fail "wrong results are not told"
grep -q '^For the documentation: counter_add.* may give wrong results' "$T/stdout" || fail "another advice about the counter"
run 1 "$HEDDLE" replay --times 5 heddle-out/violation-1/bug-1
cat >hints <<'EOF'
unsafe counter_add        # by contract
values counter_add n 3 4
role counter_value observer
EOF
run 0 "$HEDDLE" gen -t 900 -n 300 --oracle linearizable --annotate --hints hints counter.h -- counter.c
grep -qE '^counter_add +not tested +not to be called concurrently' "$T/stdout" || fail "counter_add was called concurrently"
grep -qE '^counter_take +safe so far +[0-9,]+ runs beside 2 functions$' "$T/stdout" || fail "counter_take is not safe so far"
grep -qE '^counter_free +not tested +ends an object$' "$T/stdout" || fail "counter_free ends no object"
run 0 "$HEDDLE" gen --explain --hints hints counter.h -- counter.c
grep -q 'counter_add: works on one, never at the same time as others' "$T/stdout" || fail "the hint about counter_add is lost"
grep -q 'n: a number (3, 4)' "$T/stdout" || fail "the values of the hints are lost"
echo 'text string_buffer_append text # "1 2"' >hints
run 0 "$HEDDLE" gen --explain --hints hints "$LIBRARY/string_buffer.h" --
grep -qF 'text: a text ("# \"1 2\"")' "$T/stdout" || fail "the text of the hints is lost"
echo 'skip counter_frob' >hints
refuses 'hints, line 1: .skip.: there is no function .counter_frob.' "$HEDDLE" gen --hints hints counter.h -- counter.c

# Results are texts and buffers, too, and are compared by what is in them: here nothing else is wrong. Tests are divided over two processes.
cat >label.h <<'EOF'
#include <stddef.h>
struct label;
struct label *label_new(void);
void label_free(struct label *l);
void label_fill(struct label *l, unsigned char with);
char *label_text(struct label *l);
void label_copy(struct label *l, char *to, size_t size);
EOF
cat >label.c <<'EOF'
#include "label.h"
#include <pthread.h>
#include <stdlib.h>
struct label { pthread_mutex_t lock; char text[3]; };
struct label *label_new(void) { return calloc(1, sizeof(struct label)); }
void label_free(struct label *l) { free(l); }
void label_fill(struct label *l, unsigned char with)
{
	pthread_mutex_lock(&l->lock);
	l->text[0] = l->text[1] = (char)('a' + with % 7);
	pthread_mutex_unlock(&l->lock);
}
static char at(struct label *l, int i)
{
	char c;

	pthread_mutex_lock(&l->lock);
	c = l->text[i];
	pthread_mutex_unlock(&l->lock);
	return c;
}
void label_copy(struct label *l, char *to, size_t size)
{
	for (size_t i = 0; i < size && i < 2; i++)
		to[i] = at(l, (int)i);
}
char *label_text(struct label *l)
{
	char *text = calloc(1, 3);

	label_copy(l, text, 2);
	return text;
}
EOF
rm -rf heddle-out
run 1 "$HEDDLE" gen -t 900 -n 800 -j 2 -k --oracle linearizable label.h -- label.c
for with in label_copy label_text; do
	grep -qE "^For the documentation: (label_fill and $with|$with and label_fill) may give wrong results" "$T/stdout" || fail "what $with gives is not compared"
done
gcc -Wall -Wextra -Werror -fsyntax-only heddle-out/violation-*/test.c

# Headers with a line missing, or cut off: a model, or a sentence.
for ((i = 1; i <= $(wc -l <odd.h); i += 4)); do
	sed "${i}d" odd.h >cut.h
	head -n "$i" odd.h | head -c -3 >>cut.h
	status=0
	"$HEDDLE" gen --explain cut.h -- >"$T/stdout" 2>"$T/stderr" </dev/null || status=$?
	case $status in
	0) ;;
	2) grep -q '^heddle: ' "$T/stderr" || fail "header without line $i: no sentence" ;;
	*) fail "header without line $i: status $status" ;;
	esac
done

# Refused by a sentence.
refuses 'which header' "$HEDDLE" gen --
refuses 'not found' "$HEDDLE" gen nowhere.h --
echo 'struct nothing; int nothing_do(struct nothing *n);' >nothing.h
refuses 'nothing in the headers can be tested' "$HEDDLE" gen nothing.h --
echo 'struct broken broken' >broken.h
refuses 'broken.h:1' "$HEDDLE" gen broken.h --
refuses 'type `map`' "$HEDDLE" gen --type map "$LIBRARY/string_buffer.h" -- "$LIBRARY/string_buffer.c"
