# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# pigz compresses blocks in parallel, with its own code (level 11): a thread for each of four, one that writes.
package=pigz
needs="zlib1g-dev gzip"
program=pigz
arguments=(-k -f -11 -I 1 -O -p 4 -b 32 input)
build() { make -j2 pigz CC="$CC" CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS"; }
prepare() { text_input input 150000; }
clean() { rm -f input.gz; }
check() { gzip -dc input.gz | cmp - input; }

# A thread that was woken does not look again whether there is anything for it: another may have been faster.
seed_bug() { sed -i '/case NOT_TO_BE:/,/break;/s/until (bolt->value != val)/if (bolt->value == val)/' yarn.c; }
seed_line='yarn\.c:17[4-9]'
seed_arguments=(-k -f -6 -p 4 -b 32 input)
