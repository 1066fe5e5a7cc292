// SPDX-License-Identifier: Apache-2.0
// Blocks of the C++ library: each is used by a thread that main does not wait for in time.
#include <cstdlib>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <thread>

struct Settings {
	int limit = 3;
	long other = 4;
};

static std::shared_ptr<Settings> settings;
static std::map<int, Settings> by_number;
static std::deque<std::string> *lines;
static std::string text;
static int seen;

static void change(const std::string &what)
{
	if (what == "shared")
		settings->limit = 5;
	if (what == "count")
		settings = nullptr;
	if (what == "tree")
		by_number[1].other = 5;
	if (what == "deque")
		(*lines)[0] = "changed";
	if (what == "text")
		text[40] = 'x';
}

int main(int argc, char **argv)
{
	std::string what = argc > 1 ? argv[1] : "";

	settings = std::make_shared<Settings>(); // @shared
	by_number[1] = Settings();		 // @tree
	std::deque<std::string> own;
	lines = &own;
	lines->emplace_back("first");
	text = std::string(60, '-'); // @text
	std::weak_ptr<Settings> weak = settings;
	std::thread changer(change, what);

	if (what == "shared")
		seen = settings->limit == 5;
	if (what == "count")
		seen = weak.expired();
	if (what == "tree")
		seen = by_number.begin()->second.other == 5;
	if (what == "deque")
		seen = (*lines)[0].size() > 5;
	if (what == "text")
		seen = text[40] == 'x';
	changer.join();
	exit(seen);
}
