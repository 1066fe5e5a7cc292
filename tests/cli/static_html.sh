#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# heddle static --html writes one page that needs nothing else: each pair is in it, with links to lines that are there, and nothing of
# the source is taken for markup.
. "$(dirname "$0")/../lib.sh"
[ -x "$B/libexec/heddle-static" ] || skip "heddle-static was not built, LLVM is not installed"
cd "$T" || exit
mkdir -p 'a<b>&"c'
cat >'a<b>&"c/x.c' <<'END'
#include <pthread.h>
static int balance; static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *deposit(void *arg)
{
	balance++; /* </code><script>alert("no")</script> & */
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return arg;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, deposit, 0); pthread_create(&b, 0, deposit, 0);
	pthread_join(a, 0); pthread_join(b, 0);
	return 0;
}
END
"$B/bin/heddle-cc" --compiler clang -O1 -pthread -o 'p"<i>' 'a<b>&"c/x.c'

run 0 "$HEDDLE" static --html page.html --json pairs.json 'p"<i>'
[ "$(head -c 15 page.html)" = '<!doctype html>' ] || fail "no page"
pairs=$(json pairs.json pairs.#)
[ "$pairs" -ge 3 ] && [ "$(grep -c '^<li ' page.html)" = "$pairs" ] || fail "$(grep -c '^<li ' page.html) of $pairs pairs are in the page"
grep -oE 'data-[ab]="L[^"]*"' page.html | sed 's/.*="//; s/"//' | sort -u >wanted
grep -oE ' id="L[^"]*"' page.html | sed 's/.*="//; s/"//' | sort >there
[ -s wanted ] && [ -z "$(uniq -d there)" ] && cmp wanted there || fail "lines of pairs are not there, or twice"
grep -oE 'href="#[^"]*"' page.html | sed 's/href="#//; s/"//' | sort -u | comm -23 - <(sort -u there) >lost
[ ! -s lost ] || fail "links lead nowhere: $(cat lost)"
for k in RW WN WM MM; do grep -q "name=\"kind\" value=\"$k\"" page.html || fail "no filter for $k"; done
for i in file object text must; do grep -q "id=\"$i\"" page.html || fail "no filter $i"; done
# Pairs are about variables, which can be chosen by name.
for name in balance lock; do
	grep -qF "<option>$name</option>" page.html || fail "the variable $name cannot be chosen"
	grep -qE "^<li .* data-o=\"$name\"" page.html || fail "no pair is about $name"
done
grep -q "default-src 'none'" page.html || fail "the page may load something"
if grep -qiE '(src|href) *= *"?[a-z]+:|url\(|@import' page.html; then fail "the page refers to something else"; fi
[ "$(grep -o '<script' page.html | wc -l)" = 1 ] || fail "the source is taken for a script"
grep -qF '&lt;/code&gt;&lt;script&gt;alert(&quot;no&quot;)&lt;/script&gt; &amp; */' page.html || fail "the line is not shown as it is"
grep -qF '<title>Pairs of p&quot;&lt;i&gt;</title>' page.html || fail "the title"
grep -qF 'a&lt;b&gt;&amp;&quot;c/x.c</h2>' page.html || fail "the name of the file"

# Into a folder; kinds that are not asked for are not drawn; and a source that is gone is said to be.
mkdir folder
run 0 "$HEDDLE" static -k MM --html folder 'p"<i>'
[ "$(grep -c '^<li ' folder/pairs.html)" = 1 ] && grep -q '^<li class="MM"' folder/pairs.html || fail "-k MM"
mv 'a<b>&"c/x.c' gone.c
run 0 "$HEDDLE" static --html page2.html 'p"<i>'
grep -q 'The source is not at hand' page2.html || fail "the source is gone"
refuses "cannot write" "$HEDDLE" static --html nowhere/page.html 'p"<i>'
