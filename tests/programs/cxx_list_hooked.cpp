/* SPDX-License-Identifier: Apache-2.0
 * cxx_list_hooked.cpp: two threads move their nodes to one list, without a lock; a node gets lost in one direction.
 * EXPECT: assert
 * ARGS: -n 1000 */
#include <cassert>
#include <iterator>
#include <list>
#include <thread>

static std::list<int> all;

static void hand_in(std::list<int> *own)
{
	all.splice(all.end(), *own);
}

int main()
{
	std::list<int> first = {1}, second = {2};
	std::thread a(hand_in, &first), b(hand_in, &second);

	a.join();
	b.join();
	assert(std::distance(all.begin(), all.end()) == 2);
	assert(std::distance(all.rbegin(), all.rend()) == 2);
	return 0;
}
