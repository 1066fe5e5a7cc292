/* SPDX-License-Identifier: Apache-2.0
 * cxx_map_insert.cpp: two threads insert into one map, without a lock; a key gets lost.
 * EXPECT: assert | crash | livelock | hang  EXPLAIN: 14
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <cassert>
#include <map>
#include <thread>

static std::map<int, int> squares = {{5, 25}};

static void insert(int number)
{
	squares[number] = number * number;
}

int main()
{
	std::thread a(insert, 1), b(insert, 2);

	a.join();
	b.join();
	assert(squares.count(1) && squares.count(2));
	return 0;
}
