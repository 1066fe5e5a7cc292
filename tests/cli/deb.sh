#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# `make deb` makes a Debian package: it names what it needs, has programs, pages and documentation in their places, and works from any
# folder into which it is unpacked.
. "$(dirname "$0")/../lib.sh"
command -v dpkg-deb >/dev/null || skip "dpkg-deb is not there to make a package"
cd "$ROOT" || exit
make -s B="$B" deb >"$T/log" 2>&1 || { cat "$T/log" && fail "make deb"; }
package=$(tail -1 "$T/log")
[ -f "$package" ] || fail "make deb does not print the name of the package: $package"

for need in libc6 libdw1 libelf1 libjansson4 libsqlite3-0 libpq5 gcc; do
	dpkg-deb -f "$package" Depends | grep -E "(^|, )$need( |,|\$)" >/dev/null || fail "the package does not depend on $need: $(dpkg-deb -f "$package" Depends)"
done
for name in $(dpkg-deb -f "$package" Depends Recommends | sed -E 's/^[A-Za-z]*: //; s/\([^)]*\)//g; s/[,|]/ /g'); do
	[[ $name =~ ^[a-z0-9][a-z0-9.+-]+$ ]] || fail "the package needs something that is no name of a package: $name"
done
dpkg-deb -x "$package" "$T/root"
cd "$T/root/usr" || exit
for file in bin/heddle bin/heddle-cc bin/heddle-c++ include/heddle.h share/man/man1/heddle.1.gz share/man/man1/heddle-cc.1.gz \
	share/cmake/Heddle/HeddleConfig.cmake share/heddle/{slurm/heddle.sbatch,kubernetes/heddle-job.yaml,postgres/roles.sql} share/doc/heddle/{copyright,changelog.gz,ci.md,strategies/pct.md,analyses/race.md,examples/lost_update.c}; do
	[ -e $file ] || fail "the package has no usr/$file"
done
[ -z "$(find . -perm /022 ! -type l)" ] || fail "others may write: $(find . -perm /022 ! -type l | head -3)"
dpkg-deb -e "$package" "$T/control"
(cd "$T/root" && md5sum --quiet -c "$T/control/md5sums") || fail "the sums are not those of the files"

export PATH=$T/root/usr/bin:$PATH
cd "$T" || exit
heddle-cc -g -o program root/usr/share/doc/heddle/examples/lost_update.c -pthread
run 1 heddle test -t 900 --seed 1 -q ./program
run 1 heddle replay --times 5 heddle-out/bug-1
ldd program | grep "$T/root/usr/lib/heddle/libheddle-rt.so" >/dev/null || fail "the program has another runtime: $(ldd program | grep heddle)"

if command -v lintian >/dev/null; then
	lintian --fail-on error,warning "$package" >"$T/lintian" 2>&1 || { cat "$T/lintian" && fail "lintian finds fault with the package"; }
else
	say "lintian is not there, so it has not looked at the package"
fi
