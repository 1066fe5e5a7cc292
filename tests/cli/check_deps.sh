#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# tools/check_deps sees what it is there to see: each fault is planted in a copy of the tree.
# shellcheck source=tests/lib.sh
. "$(dirname "$0")/../lib.sh"

copy=$T/copy
fresh()
{
	rm -rf "$copy"
	mkdir -p "$copy/tools"
	cp -r "$ROOT/src" "$copy/src"
	cp "$ROOT/tools/check_deps" "$ROOT/tools/rooms" "$copy/tools/"
}

# complains CHECK PATTERN: the check fails on the copy, and says this.
complains()
{
	run 1 "$copy/tools/check_deps" "$1"
	grep -qE -- "$2" "$T/stdout" || { cat "$T/stdout" && fail "\"check_deps $1\" does not say /$2/"; }
}

fresh
run 0 "$copy/tools/check_deps"
grep -q '^src/heddle -> ' "$T/stdout" || fail "the graph of folders is not printed"

# Two files of a folder.
printf '#include "base/two.h"\n' >"$copy/src/base/one.h"
printf '#include "base/one.h"\n' >"$copy/src/base/two.c"
touch "$copy/src/base/two.h"
complains cycles 'files of src/base include each other in a circle'

# Three folders, in a circle that the table allows.
fresh
mkdir "$copy/src/a" "$copy/src/b" "$copy/src/a/c"
printf '#include "b/b.h"\n' >"$copy/src/a/a.h"
printf '#include "a/c/c.h"\n' >"$copy/src/b/b.h"
printf '#include "a/a.h"\n' >"$copy/src/a/c/c.h"
printf 'a: b\nb: a/*\na/c: a\n' >>"$copy/tools/rooms"
run 0 "$copy/tools/check_deps" includes
complains cycles 'folders include each other in a circle'
grep -q '^  a/c -> a$' "$T/stdout" || fail "the circle is not shown"

# An include that the table does not allow, unless it is excused.
fresh
printf '#include "heddle/status.h"\n' >"$copy/src/base/up.h"
complains includes 'src/base/up.h: includes heddle/status.h'
printf 'not-yet include base heddle 1\n' >>"$copy/tools/rooms"
run 0 "$copy/tools/check_deps" includes
grep -q '^not yet: include base heddle: 1' "$T/stdout" || fail "an excuse is not printed"
printf '#include "heddle/status.h"\n' >"$copy/src/base/up_again.h"
complains includes 'not-yet include base heddle: 2, and tools/rooms excuses 1'
rm "$copy/src/base/up.h" "$copy/src/base/up_again.h"
complains includes 'there is none any more: remove the line'

# A folder without a line, a library in the wrong folder, a name without a folder.
fresh
mkdir "$copy/src/new"
printf '#include <stdio.h>\n' >"$copy/src/new/new.c"
printf '#include <sqlite3.h>\n' >"$copy/src/base/one.c"
printf '#include "one.h"\n' >"$copy/src/base/two.c"
complains includes 'src/new: has no line in tools/rooms'
complains includes 'src/base/one.c: includes <sqlite3.h>: only src/store may use that library'
complains includes 'src/base/two.c: includes one.h: write the folder'

# A function that only another header declares.
fresh
printf 'int *hd_sum(int a,\n            int b)\n{\n\treturn 0;\n}\n' >"$copy/src/wire/one.c"
printf 'int *hd_sum(int a, int b);\n' >"$copy/src/wire/two.h"
complains declared 'src/wire/one.c: hd_sum\(\) is not declared in src/wire/one.h'
mv "$copy/src/wire/two.h" "$copy/src/wire/one.h"
run 0 "$copy/tools/check_deps" declared

refuses 'no check "circles"' "$copy/tools/check_deps" circles

# What ARCHITECTURE.md says: a file that is gone, a function that is elsewhere, a picture that is out of date, a link that leads nowhere.
fresh
cp -rn "$ROOT/tools/." "$copy/tools/" # pages name many of them
for part in docs tests bench include examples; do ln -s "$ROOT/$part" "$copy/$part"; done
for fault in '' 's,`src/runtime/sync/sync.c`,`src/runtime/sync/gone.c`,' 's,`hd_object_wait()`,`hd_object_sleep()`,' 's,heddle/supervisor  ,heddle/campaign  ,' \
	'$a[gone](docs/gone.md), [gone](docs/glossary.md#gone)'; do
	cp "$ROOT"/*.md "$ROOT/LICENSE" "$copy/"
	[ -z "$fault" ] || sed -i "$fault" "$copy/ARCHITECTURE.md"
	status=0
	[ -z "$fault" ] || status=1
	run $status "$copy/tools/check_pages"
done
[ "$(grep -cE 'docs/gone.md leads nowhere|docs/glossary.md has no section #gone' "$T/stdout")" = 2 ] || fail "not both links are told: $(cat "$T/stdout")"
