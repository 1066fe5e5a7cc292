/* SPDX-License-Identifier: Apache-2.0
 * cxx_locale.cpp: threads use a locale with a facet of their own, which goes with its last user; and regex.
 * EXPECT: passed
 * ARGS: -n 100
 * DETERMINISM: 20 */
#include <cassert>
#include <locale>
#include <regex>
#include <sstream>
#include <thread>

struct comma : std::numpunct<char> {
	char point = ',';

	char do_decimal_point() const override
	{
		return point;
	}
	~comma() override
	{
		point = 0;
	}
};

static void print(std::locale locale)
{
	std::ostringstream out;

	out.imbue(locale);
	out << 1.5;
	assert(std::regex_match(out.str(), std::regex("[0-9]+,5")));
}

int main()
{
	std::locale locale(std::locale::classic(), new comma);
	std::thread a(print, locale), b(print, locale);

	locale = std::locale::classic();
	a.join();
	b.join();
	return 0;
}
