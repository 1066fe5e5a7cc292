/* SPDX-License-Identifier: Apache-2.0
 * poll_libevent.c: a loop of libevent, which was not rebuilt: a timer, a server over loopback, and
 * threads that are its clients and wake it when they are served.
 * EXPECT: passed
 * FLAGS: -levent -levent_pthreads
 * ARGS: -n 100
 * DETERMINISM: 10 */
#include <arpa/inet.h>
#include <assert.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <event2/thread.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

enum { TICKS = 3, CLIENTS = 2 };

static struct event_base *base;
static struct event *wake;
static struct sockaddr_in address;
static int ticks, wakes, ended;

static void end_if_done(void)
{
	if (ticks >= TICKS && wakes && ended == CLIENTS)
		event_base_loopexit(base, NULL);
}

static void on_tick(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	ticks++;
	end_if_done();
}

static void on_wake(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what, (void)arg;
	wakes++;
	end_if_done();
}

static void send_back(struct bufferevent *b, void *arg)
{
	(void)arg;
	assert(!bufferevent_write_buffer(b, bufferevent_get_input(b)));
}

static void on_end(struct bufferevent *b, short what, void *arg)
{
	(void)arg;
	assert(what & BEV_EVENT_EOF);
	bufferevent_free(b);
	ended++;
	end_if_done();
}

static void on_connection(struct evconnlistener *l, evutil_socket_t fd, struct sockaddr *from, int size,
			  void *arg)
{
	struct bufferevent *b = bufferevent_socket_new(base, fd, BEV_OPT_CLOSE_ON_FREE | BEV_OPT_THREADSAFE);

	(void)l, (void)from, (void)size, (void)arg;
	assert(b);
	bufferevent_setcb(b, send_back, NULL, on_end, NULL);
	assert(!bufferevent_enable(b, EV_READ | EV_WRITE));
}

static void *client(void *unused)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char got[5];

	(void)unused;
	assert(fd >= 0 && !connect(fd, (struct sockaddr *)&address, sizeof address));
	assert(write(fd, "hello", 5) == 5);
	assert(recv(fd, got, 5, MSG_WAITALL) == 5 && !memcmp(got, "hello", 5));
	close(fd);
	event_active(wake, EV_READ, 1);
	return NULL;
}

int main(void)
{
	struct timeval interval = {.tv_usec = 5000};
	socklen_t size = sizeof address;
	struct evconnlistener *listener;
	struct event *ticker;
	pthread_t t[CLIENTS];

	assert(!evthread_use_pthreads());
	base = event_base_new();
	address.sin_family = AF_INET;
	address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	listener = evconnlistener_new_bind(base, on_connection, NULL, LEV_OPT_CLOSE_ON_FREE, CLIENTS,
					   (struct sockaddr *)&address, sizeof address);
	assert(listener && !getsockname(evconnlistener_get_fd(listener), (struct sockaddr *)&address, &size));
	ticker = event_new(base, -1, EV_PERSIST, on_tick, NULL);
	wake = event_new(base, -1, EV_PERSIST, on_wake, NULL);
	assert(ticker && wake && !event_add(ticker, &interval) && !event_add(wake, NULL));
	for (int i = 0; i < CLIENTS; i++)
		pthread_create(&t[i], NULL, client, NULL);
	assert(!event_base_dispatch(base));
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(t[i], NULL);
	event_free(ticker);
	event_free(wake);
	evconnlistener_free(listener);
	event_base_free(base);
	return 0;
}
