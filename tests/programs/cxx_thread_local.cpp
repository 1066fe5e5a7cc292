/* SPDX-License-Identifier: Apache-2.0
 * cxx_thread_local.cpp: thread_local objects are constructed and destroyed for each thread.
 * EXPECT: passed */
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> alive, made;

struct local {
	int value = 7;
	local()
	{
		alive++;
		made++;
	}
	~local()
	{
		alive--;
	}
};

static thread_local local mine;

static void use()
{
	assert(mine.value == 7);
	mine.value = 8;
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(made == 2 && alive == 0);
	return 0;
}
