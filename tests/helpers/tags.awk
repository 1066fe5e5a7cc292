# SPDX-License-Identifier: Apache-2.0
#
# Whether the elements of an HTML page are closed in the order in which they were opened: says the first that is not, and
# exits with 1. What is in scripts and styles is left out.
BEGIN {
	n = split("meta input br img hr line path", names, " ")
	for (i = 1; i <= n; i++) empty[names[i]] = 1
	# These may be left open in HTML.
	n = split("html head body", names, " ")
	for (i = 1; i <= n; i++) empty[names[i]] = 1
	RS = "<"
}
NR == 1 { next }
raw && $0 !~ "^/" raw ">" { next }
/^!/ { next }
{
	tag = $0
	if (sub(/>.*/, "", tag) == 0) { print "a tag is not closed: <" substr($0, 1, 60); bad = 1; exit }
	name = tag
	sub(/[ \/\n\t].*/, "", name)
	if (substr(tag, 1, 1) == "/") {
		name = substr(tag, 2)
		if (name in empty) next
		if (open[depth] != name) { print "</" name "> closes <" open[depth] ">"; bad = 1; exit }
		depth--
		raw = ""
	} else if (!(name in empty) && tag !~ /\/$/) {
		if (name !~ /^[a-z][a-z0-9]*$/) { print "this is no element: <" tag ">"; bad = 1; exit }
		open[++depth] = name
		raw = name == "script" || name == "style" ? name : ""
	}
}
END {
	if (!bad && depth) { print "<" open[depth] "> is not closed"; bad = 1 }
	exit bad
}
