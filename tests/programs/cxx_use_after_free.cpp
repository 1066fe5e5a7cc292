/* SPDX-License-Identifier: Apache-2.0
 * cxx_use_after_free.cpp: a lambda keeps a reference to an object that its owner deletes.
 * EXPECT: use-after-free  EXPLAIN: 13 15 */
#include <thread>

struct session {
	int requests = 0;
};

int main()
{
	auto *s = new session;
	std::thread t([s] { s->requests++; });

	delete s;
	t.join();
	return 0;
}
