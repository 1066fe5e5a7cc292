// SPDX-License-Identifier: Apache-2.0
//
// The page of heddle static: filters choose pairs, and a curve for each joins its two lines of source.
(() => {
	'use strict';
	const MOST = 400;
	const id = (name) => document.getElementById(name);
	const all = (selector) => Array.from(document.querySelectorAll(selector));
	const code = (line) => {
		const element = line && line.querySelector('code');
		return element ? element.textContent : '';
	};

	const chips = {};
	all('.l a').forEach((a) => (chips[a.dataset.p] = chips[a.dataset.p] || []).push(a));
	const pairs = all('#pairs li').map((li) => {
		const a = id(li.dataset.a), b = id(li.dataset.b);
		return {
			li, a, b, kind: li.dataset.k, must: li.dataset.must === '1', files: li.dataset.f.split(' '),
			object: li.dataset.o, chips: chips[li.dataset.p] || [],
			text: (li.textContent + ' ' + code(a) + ' ' + code(b)).toLowerCase(), shown: true
		};
	});
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	svg.setAttribute('aria-hidden', 'true');
	id('source').append(svg);
	let lit = null;

	function middle(element) {
		const box = element.getBoundingClientRect();
		return box.top + box.height / 2 - id('source').getBoundingClientRect().top;
	}

	function draw_pair(pair) {
		const a = middle(pair.a), b = middle(pair.b), w = Math.min(64, 14 + Math.abs(a - b) / 8), x = 70;
		const path = document.createElementNS(svg.namespaceURI, 'path');
		path.setAttribute('class', pair.kind + (pair === lit ? ' lit' : ''));
		path.setAttribute('d', a === b ? `M${x} ${a - 3}C${x - 20} ${a - 8} ${x - 20} ${a + 8} ${x} ${a + 3}`
			: `M${x} ${a}C${x - w} ${a} ${x - w} ${b} ${x} ${b}`);
		svg.append(path);
	}

	function draw() {
		const drawn = pairs.filter((p) => p.shown && p.a && p.b).slice(0, MOST);
		svg.textContent = '';
		svg.style.height = id('source').scrollHeight + 'px';
		drawn.concat(lit && lit.a && lit.b ? [lit] : []).forEach(draw_pair);
	}

	function light(pair) {
		lit = pair;
		all('.l.lit').forEach((line) => line.classList.remove('lit'));
		if (pair)
			[pair.a, pair.b].forEach((line) => line && line.classList.add('lit'));
		draw();
	}

	function choose() {
		const kinds = new Set(all('input[name=kind]:checked').map((box) => box.value));
		const file = id('file').value, object = id('object').value, must = id('must').checked;
		const text = id('text').value.trim().toLowerCase();
		let n = 0;
		pairs.forEach((p) => {
			p.shown = kinds.has(p.kind) && (!must || p.must) && (!file || p.files.includes(file)) &&
				(!object || p.object === object) && p.text.includes(text);
			p.li.hidden = !p.shown;
			p.chips.forEach((chip) => { chip.hidden = !p.shown; });
			n += p.shown;
		});
		all('section').forEach((section) => {
			section.hidden = file !== '' && section.dataset.f !== file &&
				!pairs.some((p) => p.shown && p.files.includes(section.dataset.f));
		});
		id('count').textContent = n + (n === 1 ? ' pair is shown' : ' pairs are shown');
		light(null);
	}

	function move(event) {
		const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
		const shown = pairs.filter((p) => p.shown);
		const at = shown.findIndex((p) => p.li.contains(document.activeElement));
		const link = step && at >= 0 && shown[at + step] && shown[at + step].li.querySelector('a');
		if (!link)
			return;
		event.preventDefault();
		link.focus();
	}

	pairs.forEach((p) => ['mouseenter', 'focusin'].forEach((type) => p.li.addEventListener(type, () => light(p))));
	Object.keys(chips).forEach((n) => chips[n].forEach((chip) =>
		chip.addEventListener('focus', () => light(pairs.find((p) => p.li.dataset.p === n)))));
	id('pairs').addEventListener('keydown', move);
	id('filters').addEventListener('input', choose);
	id('filters').addEventListener('submit', (event) => event.preventDefault());
	addEventListener('resize', draw);
	addEventListener('load', draw);
	id('filters').hidden = false;
	choose();
})();
