// SPDX-License-Identifier: Apache-2.0
// cxx_map_find_unlocked.cpp: an entry is looked up without the lock under which another thread erases it. The
// library's own function reads a member of the tree twice on the way: that is no loop which waits, and a
// systematic search must not take it for one.
// EXPECT: use-after-free EXPLAIN: 22 29 [19]
// ARGS: -s dpor
// DETERMINISM: no
#include <map>
#include <mutex>
#include <string>
#include <thread>

struct cache {
	std::mutex lock;
	std::map<int, std::string> entries;

	std::string get(int key)
	{
		auto found = entries.find(key);
		if (found == entries.end())
			return "";
		return found->second;
	}

	void drop(int key)
	{
		std::lock_guard<std::mutex> guard(lock);

		entries.erase(key);
	}
};

int main()
{
	cache names;

	names.entries[1] = "one";
	names.entries[2] = "two";
	std::thread dropper([&] { names.drop(1); });
	std::string name = names.get(1);
	dropper.join();
	return name == "?";
}
