/* SPDX-License-Identifier: Apache-2.0
 * cxx_deadlock.cpp: nested lock_guards in opposite orders.
 * EXPECT: deadlock  EXPLAIN: 11 12 */
#include <mutex>
#include <thread>

static std::mutex a, b;

static void nested(std::mutex &first, std::mutex &second)
{
	std::lock_guard<std::mutex> one(first);
	std::lock_guard<std::mutex> two(second);
}

int main()
{
	std::thread t([] { nested(a, b); });

	nested(b, a);
	t.join();
	return 0;
}
