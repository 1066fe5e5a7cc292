#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle gen: what headers of C may hold. Each thing is used, or named with the reason why it is not; and what can be used is compiled and
# tested. Folders that a heddle leaves that is stopped or killed go.
. "$(dirname "$0")/../lib.sh"
[ -x "$B/libexec/heddle-gen" ] || skip "heddle-gen was not built, libclang is not installed"
export HEDDLE_CC=gcc
cd "$T" || exit

# header NAME LINE…: a header from standard input, and lines that its model has to have, in this order.
header()
{
	local name=$1 line
	shift
	cat >"$name.h"
	run 0 "$HEDDLE" gen --explain "$name.h" --
	for line in "$@"; do
		grep -qxF -- "$line" "$T/stdout" || { cat "$T/stdout" && fail "$name: without the line: $line"; }
	done
}

header guards "  guard_new: makes one" "  guard_hit: works on one" <<'END'
#ifdef __cplusplus
#include <string>
class guard_class { };
extern "C" {
#endif
struct guard;
struct guard *guard_new(void);
int guard_hit(struct guard *g);
#ifdef __cplusplus
}
#endif
END
header macros "  export_hit: works on one" \
	"note: macros with arguments are not called, but a function of yours that uses one would be: EXPORTED, export_twice" <<'END'
#define EXPORT __attribute__((visibility("default")))
#define EXPORTED(type) EXPORT type
#define export_twice(e) (export_hit(e) + export_hit(e))
typedef struct export export;
EXPORTED(export *) export_new(void);
EXPORTED(int) export_hit(export *e);
END
header attributes "  attribute_open: makes one" "  attribute_old: works on one" "  attribute_die: not used: never returns" \
	"  attribute_exit: not used: never returns" <<'END'
struct attribute;
__attribute__((malloc, returns_nonnull)) struct attribute *attribute_open(const char *name) __attribute__((nonnull(1)));
int attribute_old(struct attribute *a) __attribute__((deprecated("too old"))) __attribute__((warn_unused_result));
__attribute__((noreturn)) void attribute_die(struct attribute *a);
_Noreturn void attribute_exit(struct attribute *a);
END
header bit_fields "  bits_init: makes one in the caller's memory" "  bits_set: works on one" \
	"  bits_copied: not used: takes struct bits by value" <<'END'
struct bits { unsigned on : 1, mode : 3; signed : 0; int level : 5; };
void bits_init(struct bits *b);
void bits_set(struct bits *b, _Bool on);
int bits_copied(struct bits b);
END
header unions "  either_init: makes one in the caller's memory" "  either_get: works on one, and only looks" \
	"  either_by_value: not used: takes either_t by value" "  either_any: not used: takes either_ptr by value" <<'END'
typedef union either { int i; double d; } either_t;
typedef union { either_t *e; struct either_other *o; } either_ptr __attribute__((transparent_union));
void either_init(either_t *e);
int either_get(const either_t *e);
int either_by_value(either_t e);
int either_any(either_ptr e);
END
header variadics "  log_printf: works on one" "  log_rest: not used: takes a variable number of arguments" \
	"  log_list: not used: takes va_list by value" <<'END'
#include <stdarg.h>
struct log;
struct log *log_new(void);
int log_printf(struct log *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
int log_rest(struct log *l, int n, ...);
int log_list(struct log *l, const char *format, va_list arguments);
END
header inlines "  inline_twice: called by itself" "  inline_hit: works on one" <<'END'
struct inline_one { int n; };
static inline int inline_twice(int x) { return 2 * x; }
static inline void inline_init(struct inline_one *i) { i->n = 0; }
static inline int inline_hit(struct inline_one *i) { return __atomic_fetch_add(&i->n, 1, __ATOMIC_SEQ_CST); }
END
header anonymous "anonymous_t" "  anonymous_init: makes one in the caller's memory" "  anonymous_get: works on one, and only looks" \
	"      which: a number (7, 8)" <<'END'
typedef struct { struct { int a; union { int b; float c; }; }; enum { ANONYMOUS_X, ANONYMOUS_Y } d; } anonymous_t;
enum { ANONYMOUS_NO = 1 };
typedef enum { ANONYMOUS_P = 7, ANONYMOUS_Q } anonymous_which;
void anonymous_init(anonymous_t *a, anonymous_which which);
int anonymous_get(const anonymous_t *a);
END
header includes "  need_bytes: works on one" <<'END'
struct need;
struct need *need_new(size_t n);
int need_bytes(struct need *n, const uint8_t *bytes, size_t length);
END
grep -q '^note: the headers do not include all that they need (.*); common headers are included before them$' "$T/stdout" ||
	fail "no word of what the header lacks"
header types "  type_real: not used: takes long double by value" "  type_table: not used: takes int (*)[3], which Heddle cannot make" \
	"  type_atomic: works on one" "  type_function: works on one" "  type_old: called by itself" "      items: a value to read or write" <<'END'
struct type;
struct type *type_new(void);
int type_real(struct type *t, long double x);
int type_table(struct type *t, int (*table)[3]);
int type_items(struct type *t, int items[restrict static 2]);
int type_atomic(struct type *t, _Atomic int *n);
int type_function(struct type *t, void function(struct type *, void *), void *data);
int type_old();
END

# A header that another one needs is not there; what the compiler takes for a header of the system is read like another one.
echo '#include "nowhere.h"' >lost.h
refuses "lost.h:1:.*'nowhere.h' file not found" "$HEDDLE" gen lost.h --
mkdir system
cp guards.h system/systemwide.h
run 0 "$HEDDLE" gen --explain systemwide.h -- -isystem system
grep -qx '  guard_hit: works on one' "$T/stdout" || fail "a header of the system has no objects"

# The same things in a library that is compiled and tested. Besides: a function of the library has the name that a callback would have, hints
# pass code for what could not be called otherwise, and what asks for ever more memory gets no more.
cat >all.h <<'END'
#ifdef __cplusplus
extern "C" {
#endif
#define EXPORTED(type) __attribute__((visibility("default"))) type
typedef struct { struct { int a : 3; union { int b; float c; }; }; } options_t;
typedef enum { MODE_A = 7, MODE_B } all_mode;
struct all;
EXPORTED(struct all *) all_new(size_t n);
int all_bytes(struct all *a, const uint8_t *bytes, size_t length);
int all_options(struct all *a, const options_t *options, all_mode mode);
int all_value(struct all *a, options_t by_value);
int all_printf(struct all *a, const char *format, ...) __attribute__((format(printf, 2, 3), deprecated));
int all_rest(struct all *a, int n, ...);
int all_items(struct all *a, int items[restrict static 1]);
int all_atomic(struct all *a, _Atomic int *n);
int all_function(struct all *a, void function(struct all *, void *), void *data);
int all_each(struct all *a, int (*visit)(void *data), void *data);
int all_each_visit(struct all *a);
int all_match(struct all *a, int (*equal)(const void *x, const void *y));
int all_fill(struct all *a);
static inline int all_inline(struct all *a) { return !a; }
#ifdef __cplusplus
}
#endif
END
cat >all.c <<'END'
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "all.h"
static char some[64];
struct all *all_new(size_t n) { return n ? (struct all *)some : 0; }
int all_bytes(struct all *a, const uint8_t *bytes, size_t length) { return a && length ? bytes[length - 1] : 0; }
int all_options(struct all *a, const options_t *options, all_mode mode) { return a && options ? options->b + (int)mode : 0; }
int all_value(struct all *a, options_t by_value) { return a && by_value.b == 42 ? 0 : (abort(), 1); }
int all_printf(struct all *a, const char *format, ...) { return !a || !format; }
int all_rest(struct all *a, int n, ...)
{
	va_list rest;
	int sum = 0;

	va_start(rest, n);
	while (a && n-- > 0)
		sum += va_arg(rest, int);
	va_end(rest);
	return sum == 42 ? 0 : (abort(), 1);
}
int all_items(struct all *a, int items[restrict static 1]) { return a ? items[0] : 0; }
int all_atomic(struct all *a, _Atomic int *n) { return a ? *n : 0; }
int all_function(struct all *a, void function(struct all *, void *), void *data) { return function ? function(a, data), 1 : 0; }
int all_each(struct all *a, int (*visit)(void *data), void *data) { return a && visit ? visit(data) : 0; }
int all_each_visit(struct all *a) { return !a; }
int all_match(struct all *a, int (*equal)(const void *x, const void *y)) { return !equal || (equal(a, a) && !equal(a, &a)) ? 0 : (abort(), 1); }
int all_fill(struct all *a)
{
	void *blocks[128];
	int n = 0;

	while (a && n < 128 && (blocks[n] = malloc(64 << 20)))
		n++;
	if (n == 128)
		abort();
	while (n > 0)
		free(blocks[--n]);
	return 0;
}
END
cat >hints <<'END'
pass all_value by_value (options_t){.b = 42}
pass all_rest n 2, 40, 2
END
run 0 "$HEDDLE" gen -t 900 -n 300 --annotate --hints hints all.h -- all.c
for name in bytes options value printf rest items atomic function each each_visit match fill inline; do
	grep -qE "^all_$name +safe so far" "$T/stdout" || { cat "$T/stdout" && fail "all_$name was not tested"; }
done

# A heddle that is asked to stop leaves no folder; what one that was killed has left goes when the next one starts. Folders of others are left
# alone.
stale=$(mktemp -d /tmp/heddle-gen-XXXXXX)
touch "$stale/driver" "$stale/lock"
held=$(mktemp -d /tmp/heddle-held-XXXXXX) # it gets the name of such a folder with its lock held
exec 8>"$held/lock"
flock 8
others=${held/held/gen}
mv "$held" "$others"
run 0 "$HEDDLE" gen -t 900 -n 1 --hints hints all.h -- all.c
[ ! -e "$stale" ] || fail "a folder that no process has locked is still there"
[ -e "$others/lock" ] || fail "a folder that another process has locked is gone"
exec 8>&-
rm -r "$others"

# stops COMMAND…: once COMMAND prints a folder, given the process, the request to stop ends heddle, and the folder is gone.
stops()
{
	local pid folder=""
	"$HEDDLE" gen -t 900 --hints hints all.h -- all.c >"$T/stdout" 2>"$T/stderr" </dev/null &
	pid=$!
	until folder=$("$@" $pid) && [ -d "$folder" ]; do
		kill -0 $pid 2>/dev/null || { cat "$T/stderr" && fail "$1: heddle has ended before"; }
		sleep 0.05
	done
	kill -TERM $pid
	wait $pid || :
	[ ! -e "$folder" ] || fail "$1: $folder is still there"
}
while_searching()
{
	local child
	for child in $(pgrep -P "$1"); do readlink "/proc/$child/exe" 2>/dev/null; done | sed -n 's,/driver$,,p' | head -1
}
stops while_searching
while_compiling() { sed -nE 's,^.* (/tmp/heddle-gen-[A-Za-z0-9]*)/interpreter.o.*,\1,p' words 2>/dev/null; }
cat >slow_cc <<'END'
#!/bin/sh
case "$*" in
*interpreter.c*) echo "$* " >words.new && mv words.new words && exec sleep 900 ;;
esac
exec gcc "$@"
END
chmod +x slow_cc
HEDDLE_CC=$PWD/slow_cc stops while_compiling
grep -q '^heddle: stopped before the first test$' "$T/stderr" || { cat "$T/stderr" && fail "no word of the request to stop"; }
