# SPDX-License-Identifier: Apache-2.0
#
# Makes the tables of bench/tables/19-first-bug from its figures: program, strategy, seed, found, schedules, seconds. With -v want=fixed, hindsight or
# missed it prints one figure about auto instead.
{
	if (!($1 in known)) {
		known[$1] = 1
		program[++programs] = $1
	}
	if (!($2 in column)) {
		column[$2] = 1
		strategy[++strategies] = $2
	}
	searches[$1, $2]++
	found[$1, $2] += $4
	schedules[$1, $2] += log($5)
	seconds[$1, $2] += log($6 + 0.001)
}

function group_of(name)
{
	if (name ~ /^hunt\/tune\//)
		return "hunt, tuning half"
	if (name ~ /^hunt\/held\//)
		return "hunt, held-back half"
	return name ~ /^programs\// ? "test programs" : "other subjects"
}

function belongs(name, group) { return group == "all" || group == group_of(name) || (group == "all but those that every search finds at once" && !easy[name]) }

# Sets best[name], by which strategy, and whether the program is easy: found by every search in its first schedule.
function look_at(name,    i, s)
{
	easy[name] = 1
	for (i = 1; i <= strategies; i++) {
		s = strategy[i]
		if (!searches[name, s])
			continue
		mean[name, s] = exp(schedules[name, s] / searches[name, s])
		took[name, s] = exp(seconds[name, s] / searches[name, s])
		if (schedules[name, s] > 0 || found[name, s] < searches[name, s])
			easy[name] = 0
		if (found[name, s])
			any[name] = 1
		if (s != auto && (!(name in best) || mean[name, s] < best[name])) {
			best[name] = mean[name, s]
			by[name] = s
		}
	}
}

function hindsight_of(group,    i, n, sum)
{
	for (i = 1; i <= programs; i++)
		if (belongs(program[i], group)) {
			sum += log(best[program[i]])
			n++
		}
	return n ? exp(sum / n) : 0
}

function mean_of(group, s, what,    i, n, sum)
{
	for (i = 1; i <= programs; i++)
		if (belongs(program[i], group) && searches[program[i], s]) {
			sum += log(what == "schedules" ? mean[program[i], s] : took[program[i], s])
			n++
		}
	return n ? exp(sum / n) : 0
}

function missed_by(group, s,    i, n)
{
	for (i = 1; i <= programs; i++)
		if (belongs(program[i], group) && found[program[i], s] < searches[program[i], s])
			n++
	return n + 0
}

function fixed_of(group,    i, m, least)
{
	for (i = 1; i <= strategies; i++) {
		m = mean_of(group, strategy[i], "schedules")
		if (strategy[i] != auto && m && (!least || m < least)) {
			least = m
			fixed_name = strategy[i]
		}
	}
	return least
}

function ratio(a, b) { return b ? sprintf("%.2f", a / b) : "-" }

function group_table(group,    i, s, mine, fixed, hindsight, n)
{
	for (i = 1; i <= programs; i++)
		n += belongs(program[i], group)
	if (!n)
		return
	mine = mean_of(group, auto, "schedules")
	fixed = fixed_of(group)
	hindsight = hindsight_of(group)
	printf "| %s (%d) | %.1f | %s %.1f | %.1f | %s | %s |\n", group, n, mine, fixed_name, fixed, hindsight, ratio(mine, fixed), ratio(mine, hindsight)
}

function groups_each(    i)
{
	print "| programs | auto | best fixed strategy | hindsight | auto / best fixed | auto / hindsight |"
	print "| --- | --- | --- | --- | --- | --- |"
	for (i = 1; i in group; i++)
		group_table(group[i])
}

function strategies_each(    i, j, s)
{
	print "\nSchedules, seconds, and in how many programs at least one search found nothing:\n"
	printf "| strategy |"
	for (j = 1; j in group; j++)
		printf " %s |", group[j]
	printf "\n| --- |"
	for (j = 1; j in group; j++)
		printf " --- |"
	print ""
	for (i = 1; i <= strategies; i++) {
		s = strategy[i]
		printf "| %s |", s
		for (j = 1; j in group; j++)
			printf " %.1f, %.4f, %d |", mean_of(group[j], s, "schedules"), mean_of(group[j], s, "seconds"), missed_by(group[j], s)
		print ""
	}
}

function programs_each(    i, j, name, s, row, others)
{
	print "\nPrograms that not every search finds in its first schedule. \">\": not all searches of it found the bug.\n"
	print "| program | auto | best | by | not found, or not always, by |"
	print "| --- | --- | --- | --- | --- |"
	for (i = 1; i <= programs; i++) {
		name = program[i]
		if (easy[name])
			continue
		others = ""
		for (j = 1; j <= strategies; j++) {
			s = strategy[j]
			if (searches[name, s] && found[name, s] < searches[name, s])
				others = others " " s (found[name, s] ? "(" found[name, s] "/" searches[name, s] ")" : "")
		}
		printf "| %s | %s%.1f | %.1f | %s |%s |\n", name, found[name, auto] < searches[name, auto] ? "> " : "", mean[name, auto], best[name], by[name], others
	}
}

END {
	split("hunt, tuning half;hunt, held-back half;other subjects;test programs;all;all but those that every search finds at once", group, ";")
	for (i = 1; i <= programs; i++)
		look_at(program[i])
	if (want == "fixed")
		print ratio(mean_of("all", auto, "schedules"), fixed_of("all"))
	else if (want == "hindsight")
		print ratio(mean_of("all", auto, "schedules"), hindsight_of("all"))
	else if (want == "missed") {
		for (i = 1; i <= programs; i++)
			none += any[program[i]] && !found[program[i], auto]
		print none + 0
	} else {
		groups_each()
		strategies_each()
		programs_each()
	}
}
