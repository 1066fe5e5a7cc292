/* SPDX-License-Identifier: Apache-2.0
 * cxx_call_once.cpp: std::call_once runs its function once, and all callers wait for it.
 * EXPECT: passed */
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag once;
static int value, calls;

static void use()
{
	std::call_once(once, [] {
		calls++;
		value = 5;
	});
	assert(value == 5);
}

int main()
{
	std::thread a(use), b(use);

	a.join();
	b.join();
	assert(calls == 1);
	return 0;
}
