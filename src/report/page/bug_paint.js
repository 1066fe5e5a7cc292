// SPDX-License-Identifier: Apache-2.0
//
// Colours and shapes of the drawings. Threads differ by colour, by shape and by label.

const HUES = 8;
const SHAPES = ['circle', 'square', 'triangle', 'diamond', 'pentagon', 'drop'];
const SHAPE_SIGNS = ['●', '■', '▲', '◆', '⬟', '▼'];

const hue_of = (lane) => lane.number % HUES;
const sign_of = (lane) => SHAPE_SIGNS[lane.number % SHAPES.length];

// The page's colours as they are now: light, dark, or for paper.
function read_colours() {
	const style = getComputedStyle(document.documentElement);
	const colour = (name) => style.getPropertyValue('--' + name).trim();
	const colours = {threads: []};
	['ink', 'soft', 'line', 'page', 'box', 'lit', 'accent', 'alarm'].forEach((name) => { colours[name] = colour(name); });
	for (let i = 0; i < HUES; i++)
		colours.threads.push(colour('t' + i));
	return colours;
}

function polygon(context, x, y, radius, corners, turn) {
	context.beginPath();
	for (let i = 0; i < corners; i++) {
		const angle = turn + 2 * Math.PI * i / corners;
		context.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
	}
	context.closePath();
}

const UP = -Math.PI / 2;
const OUTLINES = {
	circle: (c, x, y, r) => { c.beginPath(); c.arc(x, y, r, 0, 2 * Math.PI); },
	square: (c, x, y, r) => { c.beginPath(); c.rect(x - r * .9, y - r * .9, r * 1.8, r * 1.8); },
	triangle: (c, x, y, r) => polygon(c, x, y + r * .15, r * 1.2, 3, UP),
	diamond: (c, x, y, r) => polygon(c, x, y, r * 1.2, 4, UP),
	pentagon: (c, x, y, r) => polygon(c, x, y, r * 1.1, 5, UP),
	drop: (c, x, y, r) => polygon(c, x, y - r * .15, r * 1.2, 3, -UP)
};

function outline(context, lane, x, y, radius) {
	OUTLINES[SHAPES[lane.number % SHAPES.length]](context, x, y, radius);
}

// A drawing surface as sharp as the screen. Returns the context, in CSS pixels.
function surface(canvas, width, height) {
	const ratio = Math.max(1, Math.min(3, window.devicePixelRatio || 1));
	const w = Math.round(width * ratio), h = Math.round(height * ratio);
	if (canvas.width !== w || canvas.height !== h) {
		canvas.width = w;
		canvas.height = h;
	}
	canvas.style.height = height + 'px';
	const context = canvas.getContext('2d');
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	return context;
}

// The text, or as much of it as fits.
function fitted(context, text, width) {
	if (context.measureText(text).width <= width)
		return text;
	let n = Math.floor(text.length * width / (context.measureText(text).width || 1));
	while (n > 1 && context.measureText(text.slice(0, n) + '…').width > width)
		n--;
	return n > 1 ? text.slice(0, n) + '…' : '';
}

function arrow_head(context, x, y, angle) {
	context.beginPath();
	context.moveTo(x, y);
	context.lineTo(x - 9 * Math.cos(angle - .4), y - 9 * Math.sin(angle - .4));
	context.lineTo(x - 9 * Math.cos(angle + .4), y - 9 * Math.sin(angle + .4));
	context.closePath();
	context.fill();
}
