/* SPDX-License-Identifier: Apache-2.0
 * cxx_map_erase.cpp: a thread walks through a map; the node that it stands on is erased under its feet.
 * EXPECT: use-after-free | crash  EXPLAIN: 13 21
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <map>
#include <thread>

static std::map<int, int> numbers = {{1, 1}, {2, 2}, {3, 3}};

static void walk()
{
	for (auto at = numbers.begin(); at != numbers.end(); ++at)
		;
}

int main()
{
	std::thread walker(walk);

	numbers.erase(2);
	walker.join();
	return 0;
}
