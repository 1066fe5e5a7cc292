/* SPDX-License-Identifier: Apache-2.0
 * cxx_scoped_lock.cpp: std::scoped_lock takes two mutexes in any order without a deadlock.
 * EXPECT: passed */
#include <mutex>
#include <thread>

static std::mutex a, b;
static int counter;

static void both(std::mutex &first, std::mutex &second)
{
	std::scoped_lock hold(first, second);
	counter++;
}

int main()
{
	std::thread t([] { both(a, b); });

	both(b, a);
	t.join();
	return counter == 2 ? 0 : 1;
}
