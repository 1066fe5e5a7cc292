/* SPDX-License-Identifier: Apache-2.0
 * cxx_unjoined.cpp: a std::thread that is still joinable when it is destroyed.
 * EXPECT: abort */
#include <thread>

int main()
{
	std::thread t([] {});

	return 0;
}
