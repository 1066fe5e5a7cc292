/* SPDX-License-Identifier: Apache-2.0
 * cxx_iostream.cpp: std::cout from several threads, and string streams.
 * EXPECT: passed
 * ARGS: -n 1000 */
#include <cassert>
#include <iostream>
#include <sstream>
#include <thread>

static void say(int number)
{
	std::ostringstream text;

	text << "thread " << number << '\n';
	std::cout << text.str() << std::flush;
	assert(text.str() == "thread " + std::to_string(number) + "\n");
}

int main()
{
	std::thread a(say, 1), b(say, 2);

	a.join();
	b.join();
	return 0;
}
