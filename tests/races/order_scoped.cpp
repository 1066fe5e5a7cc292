// SPDX-License-Identifier: Apache-2.0
// std::scoped_lock takes several locks without an order, and lets go where it would have to wait; racy: two
// lock_guards do not.
#include <mutex>
#include <thread>

#include "race.h"

static std::mutex a, b;

static void one()
{
	std::lock_guard<std::mutex> first(a);
	std::lock_guard<std::mutex> second(b); // cycle
}

static void two()
{
#ifdef RACY
	std::lock_guard<std::mutex> first(b);
	std::lock_guard<std::mutex> second(a); // cycle
#else
	std::scoped_lock both(b, a);
#endif
}

int main()
{
	std::thread t(one), u(two);

	t.join();
	u.join();
	return 0;
}
