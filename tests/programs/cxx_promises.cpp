/* SPDX-License-Identifier: Apache-2.0
 * cxx_promises.cpp: packaged tasks, shared futures, deferred and timed waits, and promises that are broken.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 40 */
#include <cassert>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;

static int twice(int x)
{
	if (x < 0)
		throw std::invalid_argument("negative");
	return 2 * x;
}

static void tasks()
{
	std::packaged_task<int(int)> good(twice), bad(twice);
	auto result = good.get_future(), failure = bad.get_future();
	std::thread a(std::move(good), 4), b(std::move(bad), -1);

	assert(result.get() == 8);
	try {
		failure.get();
		assert(!"must throw");
	} catch (const std::invalid_argument &) {
	}
	a.join();
	b.join();
}

static void shared()
{
	std::promise<int> promise;
	std::shared_future<int> future = promise.get_future().share();
	int sum[2];
	std::thread a([&sum, future] { sum[0] = future.get(); }),
	    b([&sum, future] { sum[1] = future.get(); });
	std::thread last([](std::promise<int> p) { p.set_value_at_thread_exit(21); }, std::move(promise));

	a.join();
	b.join();
	last.join();
	assert(sum[0] + sum[1] == 42);
}

static void broken()
{
	std::future<int> future;
	{
		std::promise<int> promise;
		future = promise.get_future();
		std::thread([](std::promise<int>) {}, std::move(promise)).detach();
	}
	try {
		future.get();
		assert(!"must throw");
	} catch (const std::future_error &e) {
		assert(e.code() == std::future_errc::broken_promise);
	}
}

int main()
{
	auto later = std::async(std::launch::deferred, twice, 3);
	auto now = std::async(std::launch::async, twice, 5);

	assert(later.wait_for(0s) == std::future_status::deferred);
	while (now.wait_for(1ms) == std::future_status::timeout)
		;
	assert(later.get() + now.get() == 16);
	tasks();
	shared();
	broken();
	return 0;
}
