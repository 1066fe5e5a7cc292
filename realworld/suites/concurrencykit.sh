# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# Lock-free structures and spin locks of many kinds: its own tests of correctness, called as its `make check` does for
# four cores.
package=ck
program=regressions/ck_ring/validate/ck_ring_spsc
build() { ./configure && make -j2 && make -j2 -C regressions CORES=4; }
tests()
{
	local folder
	for folder in regressions/ck_*/validate; do
		make -s -n -C "$folder" check CORES=4 | grep '^\./' | grep -v max_total_time | sed 's/;.*//; s,`expr 4 / 2`,2,' |
			while read -r command; do echo "$(basename "${folder%/validate}")/$(basename "${command%% *}") $folder $command"; done
	done
}
