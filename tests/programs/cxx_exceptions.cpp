/* SPDX-License-Identifier: Apache-2.0
 * cxx_exceptions.cpp: exceptions thrown and caught in several threads, with destructors run on the way.
 * EXPECT: passed */
#include <atomic>
#include <cassert>
#include <stdexcept>
#include <string>
#include <thread>

static std::atomic<int> unwound, caught;

struct guard {
	~guard()
	{
		unwound++;
	}
};

static void fall(int depth)
{
	guard g;

	if (depth == 0)
		throw std::runtime_error("bottom");
	fall(depth - 1);
}

static void work()
{
	for (int i = 0; i < 3; i++)
		try {
			fall(4);
		} catch (const std::exception &e) {
			assert(std::string(e.what()) == "bottom");
			caught++;
		}
}

int main()
{
	std::thread a(work), b(work);

	a.join();
	b.join();
	assert(caught == 6 && unwound == 30);
	return 0;
}
