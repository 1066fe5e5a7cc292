/* SPDX-License-Identifier: Apache-2.0
 * cxx_atomic_wait_lost.cpp: the notification comes before the new value, so the waiter may sleep for ever.
 * EXPECT: deadlock | lost-wakeup  EXPLAIN: 12 14|15
 * FLAGS: -std=c++20 */
#include <atomic>
#include <thread>

static std::atomic<int> state;

int main()
{
	std::thread waiter([] { state.wait(0); });

	state.notify_one();
	state = 1;
	waiter.join();
	return 0;
}
