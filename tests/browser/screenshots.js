// SPDX-License-Identifier: Apache-2.0
//
// Pictures of pages: node screenshots.js CHROMIUM FOLDER NAME=PAGE…, each wide and narrow, light and dark.
'use strict';
const path = require('path');
const {Chromium} = require('./chromium.js');

async function main() {
	const [program, folder, ...pages] = process.argv.slice(2);
	const browser = new Chromium(program);
	await browser.start();
	for (const entry of pages) {
		const [name, page] = entry.split('=');
		for (const [width, height] of [[1280, 1000], [420, 1600]])
			for (const scheme of ['light', 'dark']) {
				await browser.look(width, height, scheme);
				await browser.open(page);
				await browser.picture(path.join(folder, `${name}-${width}-${scheme}.png`));
			}
	}
	await browser.stop();
}

main().catch((error) => {
	console.error(error.message);
	process.exit(1);
});
