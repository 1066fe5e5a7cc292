# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0
#
# memcached with four worker threads, and its threads for housekeeping: several connections set, get and increment keys.
kind=server
package=memcached
needs="libevent-dev autoconf automake"
program=memcached
port=21211
arguments=(-u root -l 127.0.0.1 -p "$port" -U 0 -t 4)
# Large items: a page of the slab allocator is divided into few of them.
small_arguments=(-u root -l 127.0.0.1 -p "$port" -U 0 -t 2 -m 8 -n 16384 -o "hashpower=12,no_lru_crawler,no_lru_maintainer")
client="./client memcached $port 4"
job_options=(--ready "$port" --client "$client")
build() { ./configure --disable-docs && make -j2 memcached; }
prepare() { gcc -O2 -o client "$ROOT/realworld/ours/kv_client.c"; }
run_native() { serve_natively "$1"; }

# An item is incremented without its lock.
seed_bug() { sed -i 's/^ *ret = do_add_delta(c, key, nkey, incr, delta, buf, cas, hv, NULL);/    item_unlock(hv);& item_lock(hv);/' thread.c; }
seed_line='thread\.c:913|memcached\.c:(22[3-9]|23[0-3])[0-9]'
