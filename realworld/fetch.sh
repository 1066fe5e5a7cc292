#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
#
# realworld/fetch.sh PACKAGE DIR: unpacks the Debian source package, with Debian's patches, into DIR, which must not be
# there yet. What is downloaded stays in $REALWORLD/packages.
#
# Where packages come from is what this machine says: each of its "deb" entries becomes a "deb-src" entry in an apt
# configuration of our own, so that nothing of the system's is changed and no address stands here. A mirror may have
# lost the sources of the machine's own release: then the archive's other releases are asked.
set -euo pipefail
package=$1 dir=$2
scratch=${REALWORLD:?where things go; realworld/run sets it}

# source_lists SUITES: the machine's sources, asked for source packages; SUITES replaces their suites, unless it is "own".
source_lists()
{
	local f
	mkdir -p "$apt"/{parts,lists/partial,cache/archives/partial}
	for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ ! -f "$f" ] || one_line_sources "$1" <"$f"
	done | sort -u >"$apt/sources.list"
	for f in /etc/apt/sources.list.d/*.sources; do
		[ ! -f "$f" ] || paragraph_sources "$1" <"$f" >"$apt/parts/${f##*/}"
	done
}

# deb [options] URI SUITE COMPONENT…; suites such as name-updates and name-security are left out when others are asked.
one_line_sources()
{
	sed -nE 's/^[[:space:]]*deb(-src)?[[:space:]]/deb-src /p' | if [ "$1" = own ]; then cat; else
		sed -nE "s/^(deb-src (\[[^]]*\] *)?[^ ]+ +)([^ -]+)( .*)/\1$1\4/p"
	fi
}

paragraph_sources()
{
	sed -E 's/^Types:.*/Types: deb-src/I' | if [ "$1" = own ]; then cat; else
		awk -v suite="$1" 'BEGIN { RS = ""; ORS = "\n\n" }
			match($0, /(^|\n)Suites:[^\n]*/) {
				split(substr($0, RSTART, RLENGTH), word, /[: \n]+/)
				for (i in word) if (word[i] ~ /^[a-z]+$/) { sub(/Suites:[^\n]*/, "Suites: " suite); print; next }
			}'
	fi
}

ask_apt()
{
	apt-get -qq -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts="$apt/parts" \
		-o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root "$@"
}

# The index of sources is fetched once a day: what it names may be gone some time later.
update()
{
	apt=$scratch/apt/$1
	[ -z "$(find "$apt/updated" -mmin -1440 2>/dev/null)" ] || return 0
	source_lists "$1"
	ask_apt update && touch "$apt/updated"
}

# try SUITE INTO OPTION…: 0 when all files asked for are there.
try()
{
	local suite=$1 into=$2
	shift 2
	rm -rf "$into.new"
	mkdir -p "$into.new"
	update "$suite" && (cd "$into.new" && ask_apt source --download-only --only-source "$@" "$package") && mv "$into.new" "$into"
}

# download INTO: the files of the package, from the first release that has all of them. At the worst, when only Debian's
# changes are lost, what its makers released has to do.
download()
{
	local suite
	for suite in own stable testing unstable; do
		! try "$suite" "$1" || return 0
		echo "fetch: the source of $package is not complete in ${suite/own/this machine\'s own release}" >&2
	done
	try own "$1" --tar-only && echo "fetch: $package without Debian's changes" >&2
}

unpack()
{
	if compgen -G "$1/*.dsc" >/dev/null; then
		dpkg-source --no-check -x "$1"/*.dsc "$2"
	else
		mkdir -p "$2"
		tar -C "$2" --strip-components=1 -xf "$1"/*.orig.tar.*
	fi
}

files=$scratch/packages/$package
[ -d "$files" ] || download "$files"
rm -rf "$dir.new"
mkdir -p "${dir%/*}"
unpack "$files" "$dir.new"
mv "$dir.new" "$dir"
