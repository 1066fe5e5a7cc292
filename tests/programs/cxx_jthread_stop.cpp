/* SPDX-License-Identifier: Apache-2.0
 * cxx_jthread_stop.cpp: std::jthread with stop tokens: asked for, waited for, and with callbacks.
 * EXPECT: passed
 * FLAGS: -std=c++20
 * ARGS: -n 1000
 * DETERMINISM: 60 */
#include <atomic>
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

static std::mutex lock;
static std::condition_variable_any changed;
static int items, taken;
static std::atomic<int> called;

/* Takes what there is until it is asked to stop; the request must reach it while it waits. */
static void consume(std::stop_token stop)
{
	std::unique_lock<std::mutex> hold(lock);

	while (changed.wait(hold, stop, [] { return items > 0; })) {
		items--;
		taken++;
	}
	assert(stop.stop_requested());
}

static void poll_token(std::stop_token stop)
{
	while (!stop.stop_requested())
		std::this_thread::yield();
}

int main()
{
	{
		std::jthread consumer(consume), poller(poll_token);
		std::stop_callback callback(poller.get_stop_token(), [] { called++; });

		for (int i = 0; i < 2; i++) {
			std::lock_guard<std::mutex> hold(lock);
			items++;
			changed.notify_one();
		}
		poller.request_stop();
		assert(called == 1);
		poller.join();
	} /* the consumer is asked to stop and joined by its destructor */
	assert(items + taken == 2);

	std::stop_source source;
	std::jthread waiter([token = source.get_token()] {
		std::stop_callback callback(token, [] { called++; });
		std::mutex own;
		std::condition_variable_any never;
		std::unique_lock<std::mutex> hold(own);

		while (!token.stop_requested())
			assert(!never.wait_for(hold, token, std::chrono::hours(1), [] { return false; }));
	});
	assert(source.request_stop() && !source.request_stop());
	waiter.join();
	assert(called == 1 || called == 2); /* the second was perhaps taken away before it was its turn */
	return 0;
}
