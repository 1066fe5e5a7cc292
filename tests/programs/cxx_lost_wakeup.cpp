/* SPDX-License-Identifier: Apache-2.0
 * cxx_lost_wakeup.cpp: notify without the lock, between the check and the wait.
 * EXPECT: lost-wakeup | deadlock  EXPLAIN: 18 21|22 [17] */
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable changed;
static std::atomic<bool> done;

int main()
{
	std::thread waiter([] {
		std::unique_lock<std::mutex> hold(lock);
		while (!done)
			changed.wait(hold);
	});

	done = true;
	changed.notify_one();
	waiter.join();
	return 0;
}
