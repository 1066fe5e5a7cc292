# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: Apache-2.0
#
# A web server in a library: its tests of starting and stopping servers with each of its ways to use threads, of clients
# that go away, and of connections that it hands over. Those that need libcurl or TLS are left out, and test_postprocessor,
# which has one thread and computes for a second natively: a run of it takes as long as a whole search.
package=libmicrohttpd
program=src/microhttpd/test_daemon
build()
{
	./configure --disable-https --disable-doc --disable-examples --disable-curl --disable-shared --enable-static &&
		make -j2 && make -j2 -C src/microhttpd check TESTS=
}
tests() { find src/microhttpd -maxdepth 1 -type f -executable -name 'test_*' ! -name '*.*' ! -name test_postprocessor -printf '%f src/microhttpd ./%f\n' | sort; }
true_bug test_upgrade "MHD_upgrade_action() sets urh->was_closed without the lock (response.c:1588) before it calls \
MHD_resume_connection(): with a thread for each connection the daemon's thread may free the connection in between, and \
connection->daemon (daemon.c:3247) is read after free()."
