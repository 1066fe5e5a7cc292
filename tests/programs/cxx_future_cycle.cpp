/* SPDX-License-Identifier: Apache-2.0
 * cxx_future_cycle.cpp: two tasks wait for each other's results if both have begun.
 * EXPECT: deadlock | lost-wakeup  EXPLAIN: 18 23 [26 31] */
#include <future>
#include <mutex>

static std::mutex lock;
static int begun;

int main()
{
	std::promise<int> first, second;
	std::shared_future<int> one = first.get_future().share(), two = second.get_future().share();
	auto take = [](std::promise<int> &mine, const std::shared_future<int> &other) {
		bool wait;
		{
			std::lock_guard<std::mutex> hold(lock);
			wait = ++begun == 2;
		}
		if (!wait) { /* the other one has not begun: its result is not needed … but it may have by now
			      */
			std::lock_guard<std::mutex> hold(lock);
			wait = begun == 2;
		}
		if (wait)
			other.get();
		mine.set_value(1);
	};
	auto a = std::async(std::launch::async, take, std::ref(first), std::cref(two));

	take(second, one);
	a.get();
	return 0;
}
