#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# The disk is full or broken: files cannot be written, made, enlarged or renamed.
. "$(dirname "$0")/lib.sh"
sweep write ENOSPC
sweep ftruncate ENOSPC
sweep rename ENOSPC
sweep mkdir ENOSPC
sweep fdatasync EIO
STEP=$((STEP * 5)) sweep pwrite64 ENOSPC
sweep openat EMFILE
