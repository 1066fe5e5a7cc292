/* SPDX-License-Identifier: Apache-2.0
 * cxx_terminate.cpp: an exception that leaves a thread's function calls std::terminate.
 * EXPECT: abort  EXPLAIN: 9 */
#include <stdexcept>
#include <thread>

int main()
{
	std::thread t([] { throw std::runtime_error("nobody catches this"); });

	t.join();
	return 0;
}
