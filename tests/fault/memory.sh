#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# No memory: mappings cannot be made, protected or enlarged.
. "$(dirname "$0")/lib.sh"
STEP=1 sweep mmap ENOMEM
sweep mprotect ENOMEM
sweep memfd_create ENOMEM
