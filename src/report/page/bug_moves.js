// SPDX-License-Identifier: Apache-2.0
//
// Moving through the steps that are shown, by keys and buttons.

const PAGE = 20;

// Where each move leads from an index in the list of shown steps.
const MOVES = {
	first: () => 0,
	last: (run, shown) => shown.length - 1,
	on: (run, shown, at) => at + 1,
	back: (run, shown, at) => at - 1,
	'page-on': (run, shown, at) => at + PAGE,
	'page-back': (run, shown, at) => at - PAGE,
	'on-switch': (run, shown, at) => find_step(shown, at, 1, (i) => begins_turn(run, shown, i)),
	'back-switch': (run, shown, at) => find_step(shown, at, -1, (i) => begins_turn(run, shown, i)),
	'on-critical': (run, shown, at) => find_step(shown, at, 1, (i) => run.marked[shown[i]]),
	'back-critical': (run, shown, at) => find_step(shown, at, -1, (i) => run.marked[shown[i]])
};

const begins_turn = (run, shown, i) => i === 0 || run.lane[shown[i]] !== run.lane[shown[i - 1]];

function find_step(shown, at, direction, is_it) {
	for (let i = at + direction; i >= 0 && i < shown.length; i += direction)
		if (is_it(i))
			return i;
	return at;
}

const KEYS = {
	ArrowRight: 'on', ArrowDown: 'on', j: 'on', ArrowLeft: 'back', ArrowUp: 'back', k: 'back', n: 'on-switch', p: 'back-switch',
	c: 'on-critical', C: 'back-critical', Home: 'first', End: 'last', PageDown: 'page-on', PageUp: 'page-back'
};

// The page itself scrolls by these, unless the reader is in the list of steps.
const SCROLLS = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp']);

function is_writing(target) {
	return /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) && target.type !== 'checkbox';
}

function key_move(event) {
	if (event.ctrlKey || event.metaKey || event.altKey || is_writing(event.target))
		return null;
	if (SCROLLS.has(event.key) && !document.getElementById('steps').contains(event.target))
		return null;
	return KEYS[event.key] || null;
}
