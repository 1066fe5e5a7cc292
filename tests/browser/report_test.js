// SPDX-License-Identifier: Apache-2.0
//
// The page of a failure in a browser: node report_test.js CHROMIUM DEADLOCK.html HOSTILE.html LONG.html INDEX.html COVERAGE.html
'use strict';
const {Chromium} = require('./chromium.js');

let browser;

function check(holds, sentence) {
	if (!holds)
		throw new Error(sentence);
}

async function same(got, wanted, what) {
	const value = await got;
	check(JSON.stringify(value) === JSON.stringify(wanted), `${what} is ${JSON.stringify(value)} instead of ${JSON.stringify(wanted)}`);
}

const position = () => browser.text('#position');
const current_row = () => browser.eval(`[...document.querySelectorAll('#rows tr[aria-current=step] td')].map((td) => td.textContent)`);
const current_what = async () => (await current_row())[2];
const shown_rows = () => browser.eval(`document.getElementById('steps-table').getAttribute('aria-rowcount') - 1`);

async function opens(file) {
	await browser.open(file);
	check(browser.errors().length === 0, `${file}: ${browser.errors()}`);
	check(browser.fetched().length === 0, `${file} has fetched ${browser.fetched()}`);
}

// The run of examples/deadlock_abba.c: six steps, and three threads that wait at the end.
async function stepping(file) {
	await opens(file);
	await same(browser.eval(`document.getElementById('explorer').hidden`), false, 'whether the run is hidden');
	const start = await position();
	check(/^\d+ of 9$/.test(start), `the run has 9 entries, and the page says ${start}`);
	check(/▶/.test(await current_what()), 'the page does not begin at a step that matters');
	await browser.key('Home');
	await same(position(), '1 of 9', 'the position after Home');
	await browser.key('ArrowRight');
	await same(position(), '2 of 9', 'the position after →');
	await browser.key('j');
	await same(position(), '3 of 9', 'the position after j');
	await browser.key('k');
	await browser.key('ArrowLeft');
	await browser.key('ArrowLeft');
	await same(position(), '1 of 9', 'the position after going back too far');
	await browser.key('End');
	await same(position(), '9 of 9', 'the position after End');
	await browser.key('ArrowRight');
	await same(position(), '9 of 9', 'the position after going on too far');
	await browser.key('Home');
	await browser.key('n');
	check((await current_row())[0] === '2' && (await current_row())[2] === 'start', 'n does not lead to the first step of the next thread');
	await browser.key('p');
	await same(position(), '1 of 9', 'the position after p');
	await browser.key('c');
	check(/▶ lock (checking|savings)\.lock/.test(await current_what()), `c leads to ${await current_what()}`);
	check(/^Step \d: T\d (save|spend), lock .*; this step matters$/.test(await browser.text('#live')), `a screen reader is told: ${await browser.text('#live')}`);
	await same(browser.eval(`document.querySelector('#source .current code').textContent.trim()`), 'pthread_mutex_lock(&from->lock);', 'the current line of source');
	check(/holds (checking|savings)\.lock/.test(await browser.text('#now .current')), 'the thread does not hold the lock that it has just taken');
	await browser.key('C');
	await browser.key('End');
	check(/wants (checking|savings)\.lock/.test(await browser.text('#now .current')), 'a thread does not wait at the end');
	await same(browser.eval(`new Promise((done) => { const look = () => location.hash === '#step=8' ? done(true) : setTimeout(look, 20); look(); })`), true, 'whether the address names the step');
}

async function buttons_and_help(file) {
	await opens(file);
	await browser.eval(`document.querySelector('[data-move=first]').click()`);
	await browser.eval(`document.querySelector('[data-move=on-switch]').click()`);
	await same(position(), '3 of 9', 'the position after the button');
	await browser.key('?');
	await same(browser.eval(`document.getElementById('help').open`), true, 'whether ? opens the help');
	await browser.key('j');
	await same(position(), '3 of 9', 'the position while the help is open');
	await browser.key('Escape');
	await same(browser.eval(`document.getElementById('help').open`), false, 'whether Esc closes the help');
	const box = await browser.eval(`(() => { const r = document.getElementById('timeline').getBoundingClientRect(); return [r.left + r.width - 8, r.top + 30]; })()`);
	await browser.click(box[0], box[1]);
	await same(position(), '9 of 9', 'the position after a click at the right end of the timeline');
	await browser.eval(`document.querySelector('#rows tr').click()`);
	await same(position(), '1 of 9', 'the position after a click on a row');
	await browser.eval(`document.getElementById('steps').focus()`);
	await browser.key('ArrowDown');
	await same(position(), '2 of 9', 'the position after ↓ in the list');
}

async function filtering(file) {
	await opens(file);
	await browser.key('/');
	await same(browser.eval('document.activeElement.id'), 'text', 'what / leads to');
	await browser.type('savings');
	const found = await shown_rows();
	check(found >= 2 && found < 9, `${found} steps are about savings.lock`);
	await same(browser.eval(`[...document.querySelectorAll('#rows .what')].every((td) => td.textContent.includes('savings'))`), true, 'whether all rows are about it');
	await browser.key('Escape');
	await same(shown_rows(), 9, 'the number of steps after Esc');
	await same(browser.eval(`document.getElementById('text').value`), '', 'the search after Esc');
	await browser.key('Home');
	await browser.key('t');
	await same(browser.eval(`[...document.querySelectorAll('#rows .who')].every((td) => td.textContent.includes('T0'))`), true, 'whether t shows one thread');
	await browser.key('t');
	await same(shown_rows(), 9, 'the number of steps after t again');
	await browser.key('c');
	await browser.key('o');
	await same(shown_rows(), found, 'the number of steps after o');
	await browser.key('End');
	await same(position(), `${found} of ${found}`, 'the position after End among these');
	await browser.key('Escape');
	await browser.eval(`document.getElementById('critical-only').click()`);
	await same(browser.eval(`document.querySelectorAll('#rows tr:not(.matters)').length`), 0, 'the number of steps that do not matter');
	await browser.eval(`document.getElementById('clear').click()`);
	await browser.eval(`(() => { const s = document.getElementById('object'); s.value = [...s.options].find((o) => o.text === 'checking.lock').value; s.dispatchEvent(new Event('input', {bubbles: true})); })()`);
	await same(browser.eval(`[...document.querySelectorAll('#rows .what')].every((td) => td.textContent.includes('checking.lock'))`), true, 'whether the list of locks filters');
	await browser.key('Escape');
	await browser.key('/');
	await browser.type('no such thing');
	await same(browser.eval(`document.getElementById('nothing').hidden`), false, 'whether it says that there is no such step');
	await browser.key('Escape');
	await same(shown_rows(), 9, 'the number of steps in the end');
}

// How many points of the timeline are drawn, right of the names.
const drawn_points = () => browser.eval(`(() => { const c = document.getElementById('timeline'), d = c.getContext('2d').getImageData(140, 0, c.width - 140, c.height).data; let n = 0; for (let i = 3; i < d.length; i += 4) n += d[i] > 0; return n; })()`);

// The current row is within the part of the list that is in view.
const row_in_view = () => browser.eval(`(() => { const r = document.querySelector('#rows tr[aria-current=step]').getBoundingClientRect(), b = document.getElementById('steps').getBoundingClientRect(); return r.top >= b.top && r.bottom <= b.bottom; })()`);

// The same drawing in other colours, at any width, on paper, and without scripts.
async function looks(file) {
	const ground = `getComputedStyle(document.body).backgroundColor`;
	await browser.look(1280, 900, 'light');
	await opens(file);
	const light = await browser.eval(ground);
	check(await drawn_points() > 1000, 'the timeline is empty');
	await browser.look(1280, 900, 'dark');
	check(await browser.eval(ground) !== light, 'the page is the same in the dark');
	for (const width of [400, 420, 800, 1280, 3840]) {
		await browser.look(width, 900, 'light');
		await opens(file);
		const wide = await browser.eval('document.documentElement.scrollWidth');
		check(wide <= width, `at ${width} pixels the page is ${wide} wide`);
	}
	await browser.look(1280, 900, 'light');
	await opens(file);
	const display = (selector) => browser.eval(`getComputedStyle(document.querySelector('${selector}')).display`);
	await same(display('#critical'), 'none', 'the table of steps that matter, on a screen');
	await browser.look(1280, 900, 'light', 'print');
	await same(display('#critical'), 'block', 'the table of steps that matter, on paper');
	await same(display('.panes'), 'none', 'the list of all steps, on paper');
	await browser.look(1280, 900, 'light');
	await browser.ask('Emulation.setScriptExecutionDisabled', {value: true});
	await opens(file);
	const {root} = await browser.ask('DOM.getDocument', {depth: 0});
	const {nodeId} = await browser.ask('DOM.querySelector', {nodeId: root.nodeId, selector: '#critical'});
	await browser.ask('DOM.getBoxModel', {nodeId});
	await browser.ask('Emulation.setScriptExecutionDisabled', {value: false});
}

async function reading(file) {
	await opens(file);
	await same(browser.eval(`document.querySelectorAll('h1').length`), 1, 'the number of headings of the first order');
	await same(browser.eval(`document.querySelectorAll('header').length + document.querySelectorAll('main').length`), 2, 'header and main');
	await same(browser.eval(`[...document.querySelectorAll('button, input, select')].filter((e) => !(e.labels && e.labels.length) && !e.getAttribute('aria-label') && !e.textContent.trim()).length`), 0, 'the number of controls without a name');
	await same(browser.eval(`document.querySelector('#live').getAttribute('aria-live')`), 'polite', 'how new steps are told');
	await browser.eval(`document.activeElement.blur()`);
	const seen = new Set();
	for (let i = 0; i < 60; i++) {
		await browser.key('Tab');
		seen.add(await browser.eval(`document.activeElement.id || document.activeElement.dataset.move || document.activeElement.className`));
	}
	for (const name of ['text', 'thread', 'object', 'critical-only', 'steps', 'source', 'on', 'on-critical', 'copy', 'ask'])
		check(seen.has(name), `Tab does not lead to ${name}`);
}

async function hostile(file, index, coverage) {
	for (const page of [index, coverage, file]) {
		await opens(page);
		await same(browser.eval('typeof hacked'), 'undefined', `what a program's text has done in ${page}`);
		await same(browser.eval(`document.querySelectorAll('img').length`), 0, `the number of pictures in ${page}`);
	}
	check((await browser.text('#output-h + pre')).includes('</pre></script><script>hacked=2</script>'), 'the output is not shown as it is');
	await browser.key('/');
	await browser.type('hacked=1');
	check(await shown_rows() > 0, 'source that looks like markup is not found');
	await browser.key('Escape');
	check((await browser.text('#source')).includes('</code></script><script>hacked=1</script><!-- & " \''), 'the source is not shown as it is');
	// Even if markup did get in, the policy would not run it.
	await browser.eval(`document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="hacked=6">'); document.body.append(Object.assign(document.createElement('script'), {textContent: 'hacked=7'}))`);
	await same(browser.eval(`new Promise((done) => setTimeout(() => done(typeof hacked)))`), 'undefined', 'what markup can do that got in');
	browser.events = [];
}

// A hundred thousand steps: what is in the page's tree does not grow with them.
async function long_run(file) {
	const begin = Date.now();
	await opens(file);
	const opened = Date.now() - begin;
	const steps = (await position()).replace(/.* of /, '');
	check(Number(steps.replace(/,/g, '')) > 100000, `the page has only ${steps} steps`);
	await same(browser.text('#left-out'), '', 'what is told to be left out');
	check(await drawn_points() > 1000, 'the timeline is empty');
	await same(row_in_view(), true, 'whether the current row is in view');
	await browser.key('Home');
	await same(row_in_view(), true, 'whether the current row is in view after Home');
	const nodes = await browser.eval(`document.getElementsByTagName('*').length`);
	check(nodes < 2000, `the page has ${nodes} elements`);
	await same(browser.eval(`document.getElementById('overview').hidden`), false, 'whether the whole run is hidden');
	const stepped = Date.now();
	await browser.key('j', 20);
	await browser.key('n', 20);
	const each = (Date.now() - stepped) / 40;
	await browser.key('End');
	await same(position(), `${steps} of ${steps}`, 'the position after End');
	await same(browser.eval(`document.querySelectorAll('#rows tr[aria-current=step]').length`), 1, 'the number of current rows');
	await same(row_in_view(), true, 'whether the current row is in view after End');
	await browser.key('Home');
	await browser.key('/');
	await browser.type('unlock');
	const found = await shown_rows();
	check(found > 100 && found < 60000, `${found} steps unlock`);
	check(Math.abs(await browser.eval(`document.getElementsByTagName('*').length`) - nodes) < 200, 'the page grows');
	console.log(`a page of ${steps} steps opened in ${opened} ms; a step took ${Math.round(each)} ms, with the way to the browser and back`);
}

async function main() {
	const [program, deadlock, hostile_page, long_page, index, coverage] = process.argv.slice(2);
	browser = new Chromium(program);
	try {
		await browser.start();
	} catch (error) {
		console.log('chromium does not run here: ' + error.message.split('\n')[0]);
		process.exit(77);
	}
	await browser.look(1280, 900, 'light');
	await stepping(deadlock);
	await buttons_and_help(deadlock);
	await filtering(deadlock);
	await looks(deadlock);
	await reading(deadlock);
	await hostile(hostile_page, index, coverage);
	await long_run(long_page);
	await browser.stop();
}

main().catch((error) => {
	console.error('FAILED: ' + error.message);
	if (browser)
		browser.child.kill();
	process.exitCode = 1;
});
