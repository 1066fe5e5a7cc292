/* SPDX-License-Identifier: Apache-2.0
 * cxx_shared_upgrade.cpp: what was read under a shared lock is no longer true under the exclusive one.
 * EXPECT: assert  EXPLAIN: 18 22 */
#include <cassert>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <thread>

static std::shared_mutex lock;
static std::optional<int> cached;
static int computed;

static int get()
{
	{
		std::shared_lock<std::shared_mutex> hold(lock);
		if (cached)
			return *cached;
	}
	std::unique_lock<std::shared_mutex> hold(lock);
	cached = ++computed; /* nobody looked again */
	return *cached;
}

int main()
{
	std::thread other([] { get(); });

	get();
	other.join();
	assert(computed == 1);
	return 0;
}
