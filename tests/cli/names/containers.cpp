// SPDX-License-Identifier: Apache-2.0
// containers.cpp: threads change containers of the C++ library without a lock; an argument says which.
#include <array>
#include <atomic>
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

struct Node {
	std::atomic<Node *> next{nullptr};
};

static Cache cache;
static std::array<Base, 3> elements;
static Node nodes[2];
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

static void count_element()
{
	elements[2].inherited = elements[2].inherited + 1; // @array
}

// It returns something, so that the store is not a tail call, which would be told by the line of the caller.
static bool link_node()
{
	nodes[1].next = nodes[1].next ? nodes + 1 : nodes; // @pointer
	return true;
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
	if (what == "array") {
		std::thread t([] { count_element(); });
		count_element();
		t.join();
		return elements[2].inherited != 2;
	}
	if (what == "pointer") {
		std::thread t([] { link_node(); });
		link_node();
		t.join();
		return nodes[1].next != nodes + 1;
	}
	std::thread t([] { nested(first, second); });
	nested(second, first);
	t.join();
	return 0;
}
