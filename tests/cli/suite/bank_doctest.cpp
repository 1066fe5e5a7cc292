// SPDX-License-Identifier: Apache-2.0
//
// Fifty tests with doctest, of which "bank 17, two customers" has a race.
#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#define DOCTEST_CONFIG_NO_POSIX_SIGNALS
#include "bank.h"

#include <doctest/doctest.h>

#define BANK(number)                                                                                         \
	TEST_CASE("bank " #number ", two customers")                                                         \
	{                                                                                                    \
		CHECK(two_customers(number) == 2);                                                           \
	}
#define TEN(n)                                                                                               \
	BANK(n##0)                                                                                           \
	BANK(n##1) BANK(n##2) BANK(n##3) BANK(n##4) BANK(n##5) BANK(n##6) BANK(n##7) BANK(n##8) BANK(n##9)

TEN(1)
TEN(2)
TEN(3)
TEN(4)
TEN(5)
