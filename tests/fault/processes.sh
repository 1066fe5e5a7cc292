#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# No processes, threads or pipes can be made, and programs cannot be started.
. "$(dirname "$0")/lib.sh"
sweep clone EAGAIN
sweep clone3 EAGAIN
sweep execve ENOMEM
sweep pipe2 EMFILE
