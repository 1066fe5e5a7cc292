/* SPDX-License-Identifier: Apache-2.0
 * cxx_streams.cpp: threads print through std::cout, std::cerr and std::osyncstream, and format into strings.
 * EXPECT: passed
 * FLAGS: -std=c++20
 * ARGS: -n 200
 * DETERMINISM: 30 */
#include <cassert>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <syncstream>
#include <thread>
#include <vector>

static std::ostringstream together;

static std::string describe(int id)
{
	std::ostringstream out;

	out << "thread " << std::setw(3) << id << " has " << std::fixed << std::setprecision(2) << id / 2.0;
	return out.str();
}

static void work(int id)
{
	std::string line = describe(id);

	std::cout << line + "\n" << std::flush;
	std::clog << line.size() << '\n';
	for (int i = 0; i < 2; i++)
		std::osyncstream(together) << line << ' ' << i << '\n';
}

/* Each line is whole, whoever wrote it. */
static void check_lines()
{
	std::istringstream in(together.str());
	std::string line;
	int lines = 0;

	while (std::getline(in, line)) {
		std::istringstream words(line);
		std::string thread, has;
		int id, i;
		double half;

		words >> thread >> id >> has >> half >> i;
		assert(words && thread == "thread" && has == "has" && half == id / 2.0 && i < 2);
		lines++;
	}
	assert(lines == 6);
}

int main()
{
	std::vector<std::thread> threads;

	std::ofstream("/dev/null") << "and a file" << std::endl;
	for (int i = 0; i < 3; i++)
		threads.emplace_back(work, i);
	for (auto &t : threads)
		t.join();
	check_lines();
	return 0;
}
