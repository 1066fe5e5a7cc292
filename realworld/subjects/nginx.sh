# shellcheck shell=bash disable=SC2034,SC2154
# SPDX-License-Identifier: Apache-2.0
#
# nginx, one process, whose files are read by a pool of three threads: several files are fetched at once and compared.
kind=server
package=nginx
program=objs/nginx
port=21080
arguments=(-p . -c nginx.conf)
client="./client $port files f1 f2 f3 f4"
job_options=(--ready "$port" --client "$client")
build()
{
	chmod +x configure
	./configure --with-cc="$CC" --with-cc-opt="$CFLAGS" --with-ld-opt="$LDFLAGS" --prefix=. --with-threads \
		--without-http_rewrite_module --without-http_gzip_module --without-pcre && make -j2
}
# Without its timer nginx, as a single process, waits on when SIGTERM comes just before it begins to wait; such schedules
# are found, and each costs the seconds after which the server is killed.
prepare()
{
	local i
	gcc -O2 -o client "$ROOT/realworld/ours/http_client.c"
	mkdir -p logs files
	for i in 1 2 3 4; do text_input files/f$i $((i * 20000)) || return 1; done
	cat >nginx.conf <<-END
		timer_resolution 100ms;
		daemon off;
		master_process off;
		error_log logs/error.log warn;
		pid logs/nginx.pid;
		thread_pool default threads=3;
		events { worker_connections 64; }
		http {
			access_log off;
			sendfile off;
			output_buffers 2 16k;
			server {
				listen 127.0.0.1:$port;
				root files;
				location / { aio threads; }
			}
		}
	END
}
run_native() { serve_natively "$1"; }
