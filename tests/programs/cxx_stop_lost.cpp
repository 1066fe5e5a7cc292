/* SPDX-License-Identifier: Apache-2.0
 * cxx_stop_lost.cpp: a worker looks at its stop token, then waits for work, which the request does not end.
 * EXPECT: deadlock | lost-wakeup  EXPLAIN: 19 22|23 [18]
 * FLAGS: -std=c++20 */
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static int work;

int main()
{
	std::jthread worker([](std::stop_token stop) {
		std::unique_lock<std::mutex> hold(lock);

		while (!stop.stop_requested() && !work)
			changed.wait(hold);
	});

	worker.request_stop();
	changed.notify_all();
	return 0; /* the destructor joins */
}
