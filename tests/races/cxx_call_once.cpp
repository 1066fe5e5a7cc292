// SPDX-License-Identifier: Apache-2.0
// std::call_once and a static local variable set things up; racy: a value that is set up outside of both.
#include <mutex>
#include <thread>

#include "race.h"

static std::once_flag flag;
static int by_once, by_nobody;

struct local {
	int value;
	local() : value(by_once)
	{
	}
};

static int visit()
{
	std::call_once(flag, [] { by_once = 1; });
	static local instance;

	if (RACY_OR(true, false))
		by_nobody = instance.value; // race
	return instance.value + by_once;
}

int main()
{
	std::thread one([] { use(visit()); }), two([] { use(visit()); });

	one.join();
	two.join();
	use(by_nobody);
	return 0;
}
