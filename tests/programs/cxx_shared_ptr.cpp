/* SPDX-License-Identifier: Apache-2.0
 * cxx_shared_ptr.cpp: std::shared_ptr counts correctly whoever drops the last reference.
 * EXPECT: passed */
#include <cassert>
#include <memory>
#include <thread>

static int destroyed;

struct resource {
	~resource()
	{
		destroyed++;
	}
};

int main()
{
	auto r = std::make_shared<resource>();
	std::thread a([copy = r]() mutable { copy.reset(); });
	std::thread b([copy = r]() mutable { copy.reset(); });

	r.reset();
	a.join();
	b.join();
	assert(destroyed == 1);
	return 0;
}
