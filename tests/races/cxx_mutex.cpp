// SPDX-License-Identifier: Apache-2.0
// Two threads append to a vector under a std::mutex; racy: one of them only looks how long it is, without.
#include <mutex>
#include <thread>
#include <vector>

#include "race.h"

static std::mutex lock;
static std::vector<int> list(4);
static size_t length;

static void append()
{
	std::lock_guard<std::mutex> guard(lock);

	list[length] = 1;
	length++; // race
}

static void look()
{
	std::unique_lock<std::mutex> guard(lock, std::defer_lock);

	if (RACY_OR(false, true))
		guard.lock();
	use((int)length); // race
}

int main()
{
	std::thread one(append), two(look);

	one.join();
	two.join();
	return 0;
}
