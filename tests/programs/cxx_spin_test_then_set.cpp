// SPDX-License-Identifier: Apache-2.0
// cxx_spin_test_then_set.cpp: a spin lock is tested by one operation and taken by another.
// EXPECT: assert  EXPLAIN: 13 15 [28 29 30 39]
// DETERMINISM: no
#include <atomic>
#include <cassert>
#include <thread>

struct Spin {
	std::atomic<bool> taken{false};
	void lock()
	{
		while (taken.load())
			std::this_thread::yield();
		taken.store(true);
	}
	void unlock()
	{
		taken.store(false);
	}
};

static Spin spin;
static int counter;

static void work()
{
	spin.lock();
	int c = counter;
	counter = c + 1;
	spin.unlock();
}

int main()
{
	std::thread a(work), b(work);
	a.join();
	b.join();
	assert(counter == 2);
}
