// SPDX-License-Identifier: Apache-2.0
//
// Fifty tests with GoogleTest, of which Banks/Bank.TwoCustomers/17 has a race.
#include "bank.h"

#include <gtest/gtest.h>

class Bank : public testing::TestWithParam<int>
{
};

TEST_P(Bank, TwoCustomers)
{
	EXPECT_EQ(two_customers(GetParam()), 2);
}

INSTANTIATE_TEST_SUITE_P(Banks, Bank, testing::Range(0, 50));
