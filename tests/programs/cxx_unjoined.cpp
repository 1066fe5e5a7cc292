/* SPDX-License-Identifier: Apache-2.0
 * cxx_unjoined.cpp: a std::thread that is still joinable when it is destroyed.
 * EXPECT: abort  EXPLAIN: 8|9|10|11 */
#include <thread>

int main()
{
	std::thread t([] {});

	return 0;
}
