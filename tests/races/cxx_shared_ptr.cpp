// SPDX-License-Identifier: Apache-2.0
// Each thread has a std::shared_ptr of its own to the object, and the last one destroys it; racy: they read
// and reset one and the same pointer.
#include <memory>
#include <thread>

#include "race.h"

struct object {
	int left = 0, right = 0;
	~object()
	{
		use(left + right);
	}
};

static std::shared_ptr<object> shared;

static void let_go(std::shared_ptr<object> own, int object::*member)
{
	(*own).*member = 1;
	own.reset();
	if (RACY_OR(true, false))
		use(shared.get() != nullptr); // race
}

int main()
{
	auto first = std::make_shared<object>();

	shared = first;
	std::thread one(let_go, first, &object::left), two(let_go, std::move(first), &object::right);

	shared = nullptr; // race
	one.join();
	two.join();
	return 0;
}
