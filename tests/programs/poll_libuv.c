/* SPDX-License-Identifier: Apache-2.0
 * poll_libuv.c: a loop of libuv, which was not rebuilt: jobs in its thread pool, a timer, threads that
 * send it messages, and a server and its clients over loopback.
 * EXPECT: passed
 * FLAGS: -luv
 * ARGS: -n 100
 * DETERMINISM: 10 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum { TICKS = 3, JOBS = 4, SENDERS = 2, CLIENTS = 2 };

static uv_loop_t *loop;
static uv_async_t async;
static uv_timer_t timer;
static uv_tcp_t server;
static uv_mutex_t lock;
static int sent; /* under the lock */
static int ticks, jobs, received, echoed;

static void end_if_done(void)
{
	if (ticks < TICKS || jobs < JOBS || received < SENDERS || echoed < CLIENTS ||
	    uv_is_closing((uv_handle_t *)&async))
		return;
	uv_close((uv_handle_t *)&async, NULL);
	uv_close((uv_handle_t *)&timer, NULL);
	uv_close((uv_handle_t *)&server, NULL);
}

static void *room(size_t size)
{
	void *p = calloc(1, size);

	if (!p)
		abort();
	return p;
}

static void on_tick(uv_timer_t *t)
{
	(void)t;
	ticks++;
	end_if_done();
}

/* ---- the thread pool ---- */

static void work(uv_work_t *job)
{
	++*(int *)job->data;
}

static void after_work(uv_work_t *job, int status)
{
	assert(!status && *(int *)job->data == 1);
	free(job->data);
	free(job);
	jobs++;
	end_if_done();
}

/* ---- messages of threads ---- */

static void sender(void *unused)
{
	(void)unused;
	uv_mutex_lock(&lock);
	sent++;
	uv_mutex_unlock(&lock);
	assert(!uv_async_send(&async));
}

static void on_message(uv_async_t *a)
{
	(void)a;
	uv_mutex_lock(&lock);
	received = sent;
	uv_mutex_unlock(&lock);
	end_if_done();
}

/* ---- connections ---- */

static void on_close(uv_handle_t *h)
{
	free(h);
}

static void allocate(uv_handle_t *h, size_t size, uv_buf_t *buffer)
{
	(void)h;
	*buffer = uv_buf_init(room(size), (unsigned)size);
}

static void after_write(uv_write_t *w, int status)
{
	assert(!status);
	free(w->data);
	free(w);
}

static void send_back(uv_stream_t *s, ssize_t n, const uv_buf_t *buffer)
{
	uv_buf_t out = uv_buf_init(buffer->base, n > 0 ? (unsigned)n : 0);
	uv_write_t *w;

	if (n <= 0) {
		free(buffer->base);
		if (n < 0)
			uv_close((uv_handle_t *)s, on_close);
		return;
	}
	w = room(sizeof *w);
	w->data = buffer->base;
	assert(!uv_write(w, s, &out, 1, after_write));
}

static void on_connection(uv_stream_t *s, int status)
{
	uv_tcp_t *c = room(sizeof *c);

	assert(!status && !uv_tcp_init(loop, c) && !uv_accept(s, (uv_stream_t *)c));
	assert(!uv_read_start((uv_stream_t *)c, allocate, send_back));
}

static void on_echo(uv_stream_t *s, ssize_t n, const uv_buf_t *buffer)
{
	if (n > 0) {
		assert(n == 5 && !memcmp(buffer->base, "hello", 5));
		echoed++;
		uv_close((uv_handle_t *)s, on_close);
		end_if_done();
	}
	free(buffer->base);
}

static void on_connected(uv_connect_t *c, int status)
{
	uv_write_t *w = room(sizeof *w);
	uv_buf_t out = uv_buf_init(memcpy(room(5), "hello", 5), 5);

	w->data = out.base;
	assert(!status && !uv_write(w, c->handle, &out, 1, after_write));
	assert(!uv_read_start(c->handle, allocate, on_echo));
	free(c);
}

/* ---- */

static void start_server(struct sockaddr_in *address)
{
	int size = sizeof *address;

	assert(!uv_ip4_addr("127.0.0.1", 0, address) && !uv_tcp_init(loop, &server));
	assert(!uv_tcp_bind(&server, (struct sockaddr *)address, 0));
	assert(!uv_listen((uv_stream_t *)&server, CLIENTS, on_connection));
	assert(!uv_tcp_getsockname(&server, (struct sockaddr *)address, &size));
}

int main(void)
{
	struct sockaddr_in address;
	uv_thread_t t[SENDERS];

	loop = uv_default_loop();
	assert(!uv_mutex_init(&lock) && !uv_async_init(loop, &async, on_message) &&
	       !uv_timer_init(loop, &timer));
	assert(!uv_timer_start(&timer, on_tick, 5, 5));
	start_server(&address);
	for (int i = 0; i < JOBS; i++) {
		uv_work_t *job = room(sizeof *job);

		job->data = room(sizeof(int));
		assert(!uv_queue_work(loop, job, work, after_work));
	}
	for (int i = 0; i < SENDERS; i++)
		assert(!uv_thread_create(&t[i], sender, NULL));
	for (int i = 0; i < CLIENTS; i++) {
		uv_tcp_t *c = room(sizeof *c);

		assert(!uv_tcp_init(loop, c));
		assert(!uv_tcp_connect(room(sizeof(uv_connect_t)), c, (struct sockaddr *)&address,
				       on_connected));
	}
	assert(!uv_run(loop, UV_RUN_DEFAULT));
	for (int i = 0; i < SENDERS; i++)
		uv_thread_join(&t[i]);
	assert(!uv_loop_close(loop));
	return 0;
}
