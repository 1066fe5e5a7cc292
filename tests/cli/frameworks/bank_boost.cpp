/* SPDX-License-Identifier: Apache-2.0
 *
 * Tests with Boost.Test, in a suite: the second one has a race, and a check that finds it. Boost.Test looks
 * at the processes that started this one, to see whether one of them is a debugger. */
#define BOOST_TEST_MODULE bank
#define BOOST_TEST_DYN_LINK
#include <boost/test/unit_test.hpp>
#include <thread>

static int balance;

static void deposit()
{
	int before = balance;

	balance = before + 1;
}

BOOST_AUTO_TEST_SUITE(accounts)

BOOST_AUTO_TEST_CASE(fine)
{
	BOOST_TEST(balance == 0);
}

BOOST_AUTO_TEST_CASE(two_producers)
{
	std::thread other(deposit);

	deposit();
	other.join();
	BOOST_TEST(balance == 2);
}

BOOST_AUTO_TEST_SUITE_END()
