/* SPDX-License-Identifier: Apache-2.0
 * cxx_list_hooked.cpp: two threads move nodes to one list, without a lock; one of the nodes gets lost.
 * EXPECT: assert  EXPLAIN: 14
 * ARGS: -n 1000
 * DETERMINISM: 50 */
#include <cassert>
#include <list>
#include <thread>

static std::list<int> all;

static void hand_in(std::list<int> *own)
{
	all.splice(all.end(), *own);
}

template <class Iterator> static int count(Iterator at, Iterator end)
{
	int n = 0;

	for (; at != end; ++at)
		n++;
	return n;
}

int main()
{
	std::list<int> first = {1}, second = {2};
	std::thread a(hand_in, &first), b(hand_in, &second);

	a.join();
	b.join();
	assert(count(all.begin(), all.end()) == 2);
	assert(count(all.rbegin(), all.rend()) == 2);
	return 0;
}
