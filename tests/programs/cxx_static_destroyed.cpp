/* SPDX-License-Identifier: Apache-2.0
 * cxx_static_destroyed.cpp: a detached thread adds to an array that a static object owns; main returns, and
 * the object's destructor runs beside the thread.
 * EXPECT: use-after-free  EXPLAIN: 14|13 [8 16] */
#include <memory>
#include <thread>

static std::unique_ptr<int[]> totals = std::make_unique<int[]>(4);

int main()
{
	std::thread([at = totals.get()] {
		for (int i = 0; i < 4; i++)
			at[i]++;
	}).detach();
	return 0;
}
