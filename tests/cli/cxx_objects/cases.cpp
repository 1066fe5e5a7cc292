/* SPDX-License-Identifier: Apache-2.0
 *
 * cases NUMBER [locked]: two threads use one object of the standard library, of which one changes it;
 * "locked": a mutex is around both. Without an argument: the names of the cases. See
 * tests/cli/cxx_objects.sh. */
#include <any>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <locale>
#include <memory>
#include <mutex>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <variant>
#include <vector>

using std::filesystem::path;

static thread_local volatile long seen;

struct text {
	char c[64] = "123";
	double d = 0;
};

struct use {
	const char *name;
	void (*first)();
	void (*second)();
};

/* The object is made before the threads are. */
template <typename T, typename... Arg> static T &made(Arg... arg)
{
	static T *object = new T(arg...);

	return *object;
}

#define CASE(name, type, first, second)                                                                      \
	{                                                                                                    \
		name,                                                                                        \
		    [] {                                                                                     \
			    auto &o = made<type>();                                                          \
			    first;                                                                           \
		    },                                                                                       \
		    [] {                                                                                     \
			    auto &o = made<type>();                                                          \
			    second;                                                                          \
		    }                                                                                        \
	}

/* Of each type there is one object for each number. */
template <int N> struct a_path : path {
	a_path() : path("/a/b.c")
	{
	}
	using path::operator=;
};
template <int N> struct a_string : std::string {
	a_string() : std::string("123")
	{
	}
	using std::string::operator=;
};
template <int N> struct a_text : text {
};
struct a_regex : std::regex {
	a_regex() : std::regex("a+")
	{
	}
};
using function = std::function<int(int)>;
using variant = std::variant<int, std::string>;
using map = std::unordered_map<int, int>;
using pointer = std::shared_ptr<int>;

static const use cases[] = {
    CASE("path is assigned", a_path<0>, o = "/c", seen = o.native().size()),
    CASE("path is appended to", a_path<1>, o /= "c", seen = o.has_filename()),
    CASE("path is iterated over", a_path<2>, o = "/c",
	 for (const auto &p
	      : o) seen = p.native().size()),
    CASE("path gets another extension", a_path<3>, o.replace_extension("x"), seen = o.has_extension()),
    CASE("path is compared", a_path<4>, o.replace_extension("x"), seen = o.compare(path("/a"))),
    CASE("path has a parent", a_path<5>, o = "/c", seen = o.parent_path().native().size()),
    CASE("path is looked for", a_path<6>, o = "/c", seen = std::filesystem::exists(o)),
    CASE("to_chars of an integer", a_text<0>, std::to_chars(o.c, o.c + 64, 12345), seen = o.c[0]),
    CASE("to_chars of a double", a_text<1>, std::to_chars(o.c, o.c + 64, 1.5), seen = o.c[0]),
    CASE("to_chars with a precision", a_text<2>,
	 std::to_chars(o.c, o.c + 64, 1.5, std::chars_format::fixed, 3), seen = o.c[0]),
#ifdef __GLIBCXX__
    CASE("from_chars reads", a_text<3>, double d; seen = !std::from_chars(o.c, o.c + 3, d).ptr, o.c[0] = '4'),
    CASE("from_chars writes", a_text<4>, std::from_chars("123", "123" + 3, o.d), seen = (long)o.d),
#endif
    CASE("getline", a_string<0>, std::istringstream in("a long line of text, not in place\n");
	 std::getline(in, o), seen = o.size()),
    CASE(">> into a string", a_string<1>, std::istringstream in("word"); in >> o, seen = o.size()),
    CASE("stoi", a_string<2>, o[0] = '4', seen = std::stoi(o)),
    CASE("stod", a_string<3>, o[0] = '4', seen = (long)std::stod(o)),
    CASE("stold", a_string<4>, o[0] = '4', seen = (long)std::stold(o)),
    CASE("stoul of a wide string", std::wstring, o = L"4", seen = o.empty() ? 0 : (long)std::stoul(o)),
    CASE("regex is assigned", a_regex, o.assign("b+"), seen = std::regex_match("aaa", o)),
    CASE("any", std::any, o = 2, seen = o.has_value()),
    CASE("variant", variant, o = "abc", seen = o.index()),
    CASE("optional", std::optional<int>, o = 1, seen = o.has_value()),
    CASE(
	"function is copied", function, o = [](int x) { return x; }, function f = o; seen = !f),
    CASE("the same shared_ptr", pointer, o = std::make_shared<int>(2), pointer p = o; seen = !p),
    CASE("exception_ptr", std::exception_ptr, o = std::make_exception_ptr(1), std::exception_ptr p = o;
	 seen = !p),
    CASE("locale", std::locale, o = std::locale::classic(), std::locale l(o)),
    CASE("deque", std::deque<int>, o.push_back(1), seen = o.size()),
    CASE("vector of bool", std::vector<bool>, o.push_back(true), seen = o.size()),
    CASE("unordered_map grows", map, o.reserve(100), o.reserve(200)),
    CASE("stringstream", std::stringstream, o << 1234, seen = o.str().size()),
    CASE("ifstream is opened", std::ifstream, o.open("/dev/null"), seen = o.is_open()),
};

static std::mutex lock;

static void call_locked(void (*function)())
{
	std::lock_guard<std::mutex> held(lock);

	function();
}

static void use_locked()
{
	std::thread first([] {
		for (const auto &c : cases)
			call_locked(c.first);
	});

	for (const auto &c : cases)
		call_locked(c.second);
	first.join();
}

static void use_both(const use &u)
{
	std::thread first(u.first), second(u.second);

	first.join();
	second.join();
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "locked"))
		use_locked();
	else if (argc > 1)
		use_both(cases[atoi(argv[1])]);
	else
		for (const auto &c : cases)
			puts(c.name);
	return 0;
}
