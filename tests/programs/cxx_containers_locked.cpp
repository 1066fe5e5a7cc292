/* SPDX-License-Identifier: Apache-2.0
 * cxx_containers_locked.cpp: two threads use containers, strings and a stream under a mutex; all is well.
 * EXPECT: passed
 * ARGS: -n 500
 * DETERMINISM: 50 */
#include <cassert>
#include <iterator>
#include <list>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>

static std::mutex lock;
static std::list<int> list;
static std::map<int, std::string> map;
static std::unordered_map<std::string, int> table;
static std::string text;
static std::ostringstream out;

static void work(int number)
{
	std::list<int> own = {number};
	std::lock_guard<std::mutex> guard(lock);

	list.splice(list.begin(), own);
	list.reverse();
	list.push_back(number);
	map[number] = "a string that is too long to stay inside";
	map[-number] = std::to_string(number);
	map.erase(map.begin());
	table["number " + std::to_string(number)] = number;
	text += std::to_string(number);
	out << number << ' ' << 0.5 * number;
}

int main()
{
	std::thread a(work, 1), b(work, 2);

	a.join();
	b.join();
	assert(list.size() == 4 && std::distance(list.rbegin(), list.rend()) == 4);
	assert(map.size() == 2 && table.size() == 2);
	assert(text == "12" || text == "21");
	assert(out.str() == "1 0.52 1" || out.str() == "2 11 0.5");
	return 0;
}
