/* SPDX-License-Identifier: Apache-2.0
 * cxx_tree_balanced.cpp: sets and lists are right after many changes, and the trees of sets are balanced.
 * EXPECT: passed
 * FLAGS: -fno-access-control
 * ARGS: -n 2
 * DETERMINISM: 2 */
#include <cassert>
#include <iterator>
#include <list>
#include <set>
#include <vector>

static unsigned next_random()
{
	static unsigned state = 1;

	state = state * 1664525u + 1013904223u;
	return state >> 16;
}

static bool is_balanced(const std::set<unsigned> &set)
{
#ifdef __GLIBCXX__
	return set._M_t.__rb_verify();
#else
	return !set.empty() || set.begin() == set.end();
#endif
}

static void check(const std::set<unsigned> &set, const std::vector<bool> &wanted, size_t n)
{
	auto up = set.begin();
	auto down = set.rbegin();

	assert(set.size() == n && is_balanced(set));
	for (unsigned i = 0; i < wanted.size(); i++) {
		if (wanted[i])
			assert(*up++ == i);
		if (wanted[wanted.size() - 1 - i])
			assert(*down++ == wanted.size() - 1 - i);
	}
	assert(up == set.end() && down == set.rend());
}

static void change_set()
{
	std::vector<bool> wanted(64);
	std::set<unsigned> set;
	size_t n = 0;

	for (int i = 0; i < 3000; i++) {
		unsigned number = next_random() % wanted.size();

		n += wanted[number] ? -1 : 1;
		if (wanted[number])
			set.erase(number);
		else
			set.insert(number);
		wanted[number] = !wanted[number];
		if (i % 16 == 0)
			check(set, wanted, n);
	}
	while (!set.empty()) {
		set.erase(set.begin());
		assert(is_balanced(set));
	}
}

static void expect(const std::list<int> &list, std::vector<int> wanted)
{
	assert(std::vector<int>(list.begin(), list.end()) == wanted);
	assert(std::vector<int>(list.rbegin(), list.rend()) ==
	       std::vector<int>(wanted.rbegin(), wanted.rend()));
}

static void change_lists()
{
	std::list<int> a = {1, 2, 3, 4}, b, c = {9};

	a.reverse();
	expect(a, {4, 3, 2, 1});
	a.swap(b);
	expect(a, {});
	expect(b, {4, 3, 2, 1});
	a.swap(b);
	a.swap(c);
	expect(a, {9});
	expect(c, {4, 3, 2, 1});
	a.splice(a.begin(), c, std::next(c.begin()), std::prev(c.end()));
	expect(a, {3, 2, 9});
	expect(c, {4, 1});
	a.splice(a.end(), a, a.begin());
	expect(a, {2, 9, 3});
	a.sort();
	c.sort();
	a.merge(c);
	expect(a, {1, 2, 3, 4, 9});
	expect(c, {});
	a.erase(std::next(a.begin()));
	b.swap(c);
	b.reverse();
	expect(b, {});
	expect(a, {1, 3, 4, 9});
}

int main()
{
	change_set();
	change_lists();
	return 0;
}
