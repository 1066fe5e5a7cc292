/* SPDX-License-Identifier: Apache-2.0
 * heap_new_delete.cpp: threads use every form of new and delete as they should.
 * EXPECT: passed */
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace
{
volatile std::size_t too_much = SIZE_MAX / 4;

#ifdef __cpp_aligned_new
struct alignas(128) wide {
	int value = 5;
};
#endif

void check(bool ok)
{
	if (!ok)
		std::abort();
}

void plain()
{
	int *one = new int(4);
	auto *array = new std::string[3];

	array[2] = "a string that is too long to be kept inside of the object itself";
	check(*one == 4 && array[2].size() > 40);
	delete one;
	delete[] array;
}

void aligned()
{
#ifdef __cpp_aligned_new
	wide *one = new wide, *array = new wide[3], *quiet = new (std::nothrow) wide;

	check(reinterpret_cast<std::uintptr_t>(one) % 128 == 0);
	check(reinterpret_cast<std::uintptr_t>(array) % 128 == 0 && array[2].value == 5);
	check(quiet && reinterpret_cast<std::uintptr_t>(quiet) % 128 == 0);
	delete one;
	delete[] array;
	delete quiet;
#endif
}

void refused()
{
	check(!::operator new(too_much, std::nothrow));
	check(!::operator new[](too_much, std::nothrow));
	bool thrown = false;
	try {
		::operator delete(::operator new(too_much));
	} catch (const std::bad_alloc &) {
		thrown = true;
	}
	check(thrown);
}

void library()
{
	std::vector<std::unique_ptr<int>> numbers;

	for (int i = 0; i < 20; i++)
		numbers.push_back(std::make_unique<int>(i));
	check(*numbers[19] == 19);
}

void work()
{
	int *quiet = new (std::nothrow) int[5];

	check(quiet);
	plain();
	aligned();
	refused();
	library();
	delete[] quiet;
	delete static_cast<int *>(nullptr);
}
} // namespace

int main()
{
	std::thread a(work), b(work);

	a.join();
	b.join();
	return 0;
}
