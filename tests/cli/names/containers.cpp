// SPDX-License-Identifier: Apache-2.0
// containers.cpp: threads change containers of the C++ library without a lock; an argument says which.
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

struct Cache {
	std::map<std::string, int> items;
	std::vector<int> list;
	std::string text;
};

struct Base {
	virtual ~Base()
	{
	}
	int inherited = 0;
};

struct Derived : Base {
	int own = 0; // in what the base class leaves free at its end
};

static Cache cache;
Derived derived; // not static: clang would take it apart
static std::mutex first, second;

static void add_item(const char *key)
{
	cache.items[key] = 1; // @map
}

static void add_number(int n)
{
	cache.list.push_back(n); // @vector
}

static void append(char c)
{
	cache.text += c; // @string
}

static void count_up()
{
	derived.own = derived.own + 1; // @derived
}

static void nested(std::mutex &a, std::mutex &b)
{
	std::lock_guard<std::mutex> one(a); // @deadlock
	std::lock_guard<std::mutex> two(b); // @deadlock
}

int main(int argc, char **argv)
{
	std::string_view what = argc > 1 ? argv[1] : "";

	if (what == "map") {
		std::thread t([] { add_item("x"); });
		add_item("y");
		t.join();
		return cache.items.size() != 2;
	}
	if (what == "vector") {
		std::thread t([] { add_number(1); });
		add_number(2);
		t.join();
		return cache.list.size() != 2;
	}
	if (what == "string") {
		std::thread t([] { append('a'); });
		append('b');
		t.join();
		return cache.text.size() != 2;
	}
	if (what == "derived") {
		std::thread t([] { count_up(); });
		count_up();
		t.join();
		return derived.own != 2;
	}
	std::thread t([] { nested(first, second); });
	nested(second, first);
	t.join();
	return 0;
}
