/* SPDX-License-Identifier: Apache-2.0
 * cxx_cout_not_synchronised.cpp: std::cout is for one thread at a time, once it was told not to use stdio.
 * EXPECT: passed
 * FINDS: race
 * ARGS: -n 200 --check race
 * DETERMINISM: 50 */
#include <iostream>
#include <thread>

static void print()
{
	std::cout << 1;
}

int main()
{
	std::ios_base::sync_with_stdio(false);

	std::thread a(print), b(print);

	a.join();
	b.join();
	return 0;
}
