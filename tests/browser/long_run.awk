# SPDX-License-Identifier: Apache-2.0
#
# Prints the report of a failure after `steps` steps, as heddle test would write it: eight threads that lock, change a counter and
# unlock, again and again, in turns of different lengths. `source` is the file whose lines they are at.
BEGIN {
	split("start lock read write unlock", acts, " ")
	threads = 8
	printf "{\"version\": %d, \"kind\": \"assert\", \"message\": \"assertion `total == expected` failed\", \"program\": \"long\", \"args\": [],\n", version
	printf "\"cause\": \"it fails when step one runs before step two\", \"strategy\": \"pct\", \"seed\": 1, \"run\": 1, \"seconds\": 1.5, \"steps\": %d, \"hash\": \"0x1\", \"thread\": 3,\n", steps
	printf "\"threads\": ["
	for (t = 0; t < threads; t++)
		printf "%s{\"thread\": %d, \"name\": \"worker\", \"state\": \"can run\", \"stack\": [], \"held\": []}", t ? "," : "", t
	printf "], \"blocks\": [], \"steps_left_out\": 0, \"orders\": [{\"first\": %d, \"second\": %d}],\n\"steps_list\": [", steps - 70, steps - 5
	thread = 0
	for (step = 0; step < steps; step++) {
		if (step % (5 * (1 + step % 7)) == 0) thread = (thread * 5 + step) % threads
		act = acts[2 + (at[thread]++ % 4)]
		object = act == "lock" || act == "unlock" ? "queue[" thread "].lock" : "counter[" (step % 40) "]"
		printf "%s{\"step\": %d, \"thread\": %d, \"what\": \"%s\", \"object\": \"%s\"%s%s, \"where\": {\"function\": \"work\", \"file\": \"%s\", \"line\": %d}}",
			step ? ",\n" : "", step, thread, act, object, act == "read" || act == "write" ? ", \"value\": \"" (step % 1000) "\"" : "",
			step == steps - 70 || step == steps - 5 ? ", \"marked\": true" : "", source, 10 + step % 17
	}
	printf "]}\n"
}
