# shellcheck shell=bash disable=SC2034 # variables are for the caller
# SPDX-License-Identifier: Apache-2.0
#
# What the tables about atomic sets share: which violations a subject has, and which of them a search told. Brings bench/lib.sh.
# shellcheck source=bench/lib.sh
. "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# violations SUBJECT: the pairs "u/v" that its first lines name, one a line.
violations() { sed -nE '1,12s,^ \* VIOLATES: *,,p' "$SUBJECTS/$1.c" | tr ' ' '\n' | grep . | sort -u || true; }

# The names of the units in a finding's message, one a line.
units_of() { grep -oE 'in the course of [A-Za-z_0-9]+' <<<"$1" | cut -d' ' -f5 || true; }

# pairs: of the units on standard input, each with each other: any of them may be the one that is not atomic.
pairs() { awk '{ u[NR] = $1 } END { for (i in u) for (j in u) if (i != j) print u[i] "/" u[j] }'; }

# tell SUBJECT: compares the findings in $T/json with what the subject has. Sets told (the pairs of units in them, one a line), reports (how
# many findings there are) and wrong (how many of them have no unit that is not atomic).
tell()
{
	local i message broken
	broken=$(violations "$1" | cut -d/ -f1 | sort -u)
	reports=$(json "$T/json" findings.#) wrong=0 told=
	for ((i = 0; i < reports; i++)); do
		message=$(json "$T/json" "findings.$i.message")
		told+=$(units_of "$message" | pairs)$'\n'
		if [ -z "$broken" ] || ! units_of "$message" | grep -qxF "$broken"; then wrong=$((wrong + 1)); fi
	done
	told=$(grep . <<<"$told" | sort -u || true)
}

# of_those SUBJECT: how many of the subject's violations were told.
of_those() { violations "$1" | grep -cxF "${told:-none}" || true; }
