# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0
#
# redis-server with threads that read and write for it, and those for work in the background: many connections at once,
# because the threads are used for four waiting clients or more.
kind=server
package=redis
program=src/redis-server
port=21379
arguments=(--bind 127.0.0.1 --port "$port" --io-threads 2 --io-threads-do-reads yes --save "" --appendonly no --crash-log-enabled no)
client="./client redis $port 8"
job_options=(--ready "$port" --client "$client")
build() { make -C src -j2 MALLOC=libc CC="$CC" OPTIMIZATION="$CFLAGS" USE_SYSTEMD=no BUILD_TLS=no LDFLAGS="$LDFLAGS" redis-server; }
prepare() { gcc -O2 -o client "$ROOT/realworld/ours/kv_client.c"; }
run_native() { serve_natively "$1"; }

# The main thread does not wait for the first of the threads that read for it. A wait that is missing is no step: what the
# report has to name is what the main thread does in that function after it: lines 4408 to 4449, or what they call.
seed_bug()
{
	sed -i '/^int handleClientsWithPendingReadsUsingThreads/,/^}/{/Wait for all the other threads/,/pending +=/s/int j = 1/int j = 2/}' src/networking.c
}
seed_line='networking\.c:44(0[89]|[1-4][0-9])'
