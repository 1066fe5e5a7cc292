/* SPDX-License-Identifier: Apache-2.0
 * cxx_virtual_call.cpp: a virtual call on an object whose destructor may have run already.
 * EXPECT: use-after-free | abort | crash  EXPLAIN: 21 10|23 */
#include <thread>

struct shape {
	virtual ~shape() = default;
	virtual int sides() const = 0;
};
struct square : shape {
	int sides() const override
	{
		return 4;
	}
};

int main()
{
	shape *s = new square;
	int sides = 0;
	std::thread t([s, &sides] { sides = s->sides(); });

	delete s;
	t.join();
	return sides == 4 ? 0 : 1;
}
