#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# Options of show: every step of a run that is too long to be listed in its report, some of its steps, refusals, and the
# pager on a terminal.
. "$(dirname "$0")/../lib.sh"
cd "$T" || exit # so that the name of the source is short
cat >"$T/long.c" <<'END'
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count, done;
static void *work(void *arg)
{
	for (int i = 0; i < 1500; i++) {
		pthread_mutex_lock(&lock);
		count++;
		pthread_mutex_unlock(&lock);
	}
	done++;
	return arg;
}
int main(void)
{
	pthread_t t[2];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], 0, work, 0);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], 0);
	assert(done == 3);
}
END
"$B/bin/heddle-cc" -g -O1 -o long long.c -pthread
bug=$T/a\ folder/bug-1
run 1 "$HEDDLE" test -q -s round-robin -j 1 -n 1 -t 900 --seed 1 --minimize 0 --no-store --out "$T/a folder" -- "$T/long"
steps=$(json "$bug/report.json" steps)
[ "$steps" -gt 6000 ] || fail "only $steps steps"

# rows FILE: how many rows have the number of a step.
rows() { grep -cE '^[! ] +[0-9]+  ' "$1"; }

run 0 "$HEDDLE" show "$bug"
grep -q "steps of the run are left out" "$T/stdout" || fail "it does not say that the first steps are left out"
grep -qF "heddleshow--all'${bug// /}'" <(tr -d ' \n' <"$T/stdout") || fail "the command is not what a shell wants: $(tail -3 "$T/stdout")"
[ "$(rows "$T/stdout")" -lt 130 ] || fail "$(rows "$T/stdout") rows although much is folded"
run 0 "$HEDDLE" show --all "$bug"
[ "$(rows "$T/stdout")" = "$steps" ] || fail "$(rows "$T/stdout") rows of $steps steps with --all"
! grep -qE "folded|left out|^ *\.\.\." "$T/stdout" || fail "something is missing with --all"
run 0 "$HEDDLE" show --steps 100-119 "$bug/report.json"
[ "$(rows "$T/stdout")" = 20 ] || fail "--steps 100-119 shows $(rows "$T/stdout") rows"
run 0 "$HEDDLE" show --steps 7 "$bug"
[ "$(rows "$T/stdout")" = 1 ] || fail "--steps 7 shows $(rows "$T/stdout") rows"
for width in 60 80 100 160; do
	LC_ALL=C.UTF-8 run 0 "$HEDDLE" show -w $width --all "$bug"
	[ "$(LC_ALL=C.UTF-8 wc -L <"$T/stdout")" -le $width ] || fail "a line is wider than $width"
done

refuses "cannot go with" "$HEDDLE" show --all --steps 1-2 "$bug"
refuses "cannot go with" "$HEDDLE" show --steps 1-2 --summary "$bug"
refuses "first step before the last" "$HEDDLE" show --steps 9-2 "$bug"
refuses "no step 99999" "$HEDDLE" show --steps 99999 "$bug"
refuses "wants a number" "$HEDDLE" show --steps x "$bug"
refuses "wants a number" "$HEDDLE" show --width 7 "$bug"
# When the program is gone the steps cannot be listed, and it says so.
mv "$T/long" "$T/gone"
refuses "$T/long" "$HEDDLE" show --all "$bug"
run 0 "$HEDDLE" show "$bug"

# terminal ROWS COMMAND: what a terminal of so many rows gets.
terminal() { script -qec "stty rows $1 cols 80; $2" /dev/null </dev/null | tr -d '\r'; }

command -v script >/dev/null || skip "there is no script(1), which makes a terminal"
show="$HEDDLE show '$bug'"
export TERM=xterm PAGER="sed s/^/paged:/"
got=$(terminal 20 "$show")
grep -q "^paged:" <<<"$got" || fail "no pager on a terminal: $got"
for plain in "PAGER= $show" "$show --no-pager" "TERM=dumb $show" "$show | cat"; do
	got=$(terminal 20 "$plain")
	! grep -q "^paged:" <<<"$got" || fail "a pager for $plain"
	grep -q "fails: assert" <<<"$got" || fail "nothing is shown for $plain: $got"
done
got=$(terminal 4000 "$show")
! grep -q "^paged:" <<<"$got" || fail "a pager for what fits on the screen"
got=$(PAGER=there-is-no-such-pager terminal 20 "$show")
grep -q "fails: assert" <<<"$got" || fail "without the pager nothing is shown: $got"
got=$(PAGER="head -2" terminal 20 "$show --all; echo status \$?")
grep -q "^status 2" <<<"$got" || fail "the program is gone: $got"
mv "$T/gone" "$T/long"
got=$(PAGER="head -2" terminal 20 "$show --all; echo status \$?")
[ "$(wc -l <<<"$got")" = 3 ] && grep -q "^status 0" <<<"$got" || fail "a pager that quits early: $got"
