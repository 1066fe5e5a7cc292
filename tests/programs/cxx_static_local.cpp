/* SPDX-License-Identifier: Apache-2.0
 * cxx_static_local.cpp: function-local statics are constructed once, by whichever thread comes first.
 * EXPECT: passed */
#include <cassert>
#include <string>
#include <thread>

static int constructed;

struct registry {
	std::string name;
	registry() : name("a name too long for the small string optimisation")
	{
		constructed++;
	}
};

static registry &instance()
{
	static registry r;
	return r;
}

static void use()
{
	assert(instance().name.size() > 30);
}

int main()
{
	assert(constructed == 0);
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(constructed == 1);
	return 0;
}
