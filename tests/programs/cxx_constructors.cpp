/* SPDX-License-Identifier: Apache-2.0
 * cxx_constructors.cpp: global objects with constructors and destructors, run for each run.
 * EXPECT: passed */
#include <cassert>
#include <map>
#include <string>
#include <thread>

static std::map<std::string, int> table = {{"one", 1}, {"two", 2}};

static struct checker {
	~checker()
	{
		assert(table.size() == 3); /* destroyed before the table, after main */
	}
} check_at_exit;

int main()
{
	assert(table.size() == 2);
	std::thread t([] { table["three"] = 3; });

	t.join();
	assert(table.size() == 3);
	return 0;
}
