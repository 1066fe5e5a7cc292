// SPDX-License-Identifier: Apache-2.0
//
// A headless Chromium that is spoken to through two pipes (its DevTools protocol): open a page, press keys, ask the page, take
// a picture. Nothing waits for a time: each command is answered when it is done.
'use strict';
const {spawn} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const KEYS = {
	ArrowRight: 39, ArrowLeft: 37, ArrowDown: 40, ArrowUp: 38, Home: 36, End: 35, Enter: 13, Escape: 27, Tab: 9, PageDown: 34, PageUp: 33
};

class Chromium {
	constructor(program) {
		const home = fs.mkdtempSync(path.join(process.env.T || os.tmpdir(), 'chromium-'));
		this.answers = new Map();
		this.events = [];
		this.number = 0;
		this.log = '';
		this.child = spawn(program, ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-extensions',
			'--hide-scrollbars', '--no-first-run', '--force-color-profile=srgb', '--user-data-dir=' + home, '--remote-debugging-pipe', 'about:blank'],
		{stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env: Object.assign({}, process.env, {HOME: home})});
		this.child.stderr.on('data', (text) => { this.log += text; });
		this.child.on('exit', () => this.answers.forEach(({bad}) => bad(new Error('chromium has ended: ' + this.log.slice(-2000)))));
		let rest = '';
		this.child.stdio[4].on('data', (bytes) => {
			const parts = (rest + bytes).split('\0');
			rest = parts.pop();
			parts.forEach((part) => this.take(JSON.parse(part)));
		});
		this.child.stdio[3].on('error', () => {});
	}

	take(message) {
		const waiting = this.answers.get(message.id);
		if (waiting) {
			this.answers.delete(message.id);
			if (message.error)
				waiting.bad(new Error(JSON.stringify(message.error)));
			else
				waiting.good(message.result);
		} else if (message.method) {
			this.events.push(message);
			this.answers.forEach((w, key) => {
				if (typeof key === 'string' && key === message.method) {
					this.answers.delete(key);
					w.good(message.params);
				}
			});
		}
	}

	ask(method, params, session) {
		const id = ++this.number;
		this.child.stdio[3].write(JSON.stringify({id, method, params: params || {}, sessionId: session || this.session}) + '\0');
		return new Promise((good, bad) => this.answers.set(id, {good, bad}));
	}

	happens(method) {
		return new Promise((good, bad) => this.answers.set(method, {good, bad}));
	}

	async start() {
		const {targetInfos} = await this.ask('Target.getTargets');
		const page = targetInfos.find((t) => t.type === 'page');
		const target = page ? page.targetId : (await this.ask('Target.createTarget', {url: 'about:blank'})).targetId;
		this.session = (await this.ask('Target.attachToTarget', {targetId: target, flatten: true})).sessionId;
		await this.ask('Page.enable');
		await this.ask('Runtime.enable');
		await this.ask('Network.enable');
		await this.ask('Log.enable');
	}

	// The size in CSS pixels, and the scheme of colours.
	async look(width, height, scheme, media) {
		await this.ask('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: 1, mobile: false});
		await this.ask('Emulation.setEmulatedMedia', {media: media || '', features: [{name: 'prefers-color-scheme', value: scheme || 'light'}]});
	}

	async open(file) {
		const loaded = this.happens('Page.loadEventFired');
		await this.ask('Page.navigate', {url: file.startsWith('about:') ? file : 'file://' + encodeURI(path.resolve(file))});
		await loaded;
	}

	// The value of an expression in the page.
	async eval(expression) {
		const {result, exceptionDetails} = await this.ask('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true});
		if (exceptionDetails)
			throw new Error(expression + ': ' + (exceptionDetails.exception && exceptionDetails.exception.description || exceptionDetails.text));
		return result.value;
	}

	text(selector) { return this.eval(`(document.querySelector(${JSON.stringify(selector)}) || {textContent: null}).textContent`); }

	// A key as the keyboard sends it.
	async key(key, times) {
		for (let i = 0; i < (times || 1); i++) {
			const printable = key.length === 1 ? {text: key} : key === 'Enter' ? {text: '\r'} : {};
			const code = KEYS[key] || key.toUpperCase().charCodeAt(0);
			await this.ask('Input.dispatchKeyEvent', Object.assign({type: 'keyDown', key, windowsVirtualKeyCode: code}, printable));
			await this.ask('Input.dispatchKeyEvent', {type: 'keyUp', key, windowsVirtualKeyCode: code});
		}
	}

	async type(text) {
		for (const character of text)
			await this.key(character);
	}

	async click(x, y) {
		for (const type of ['mousePressed', 'mouseReleased'])
			await this.ask('Input.dispatchMouseEvent', {type, x, y, button: 'left', buttons: 1, clickCount: 1});
	}

	async picture(file, whole) {
		const {data} = await this.ask('Page.captureScreenshot', {format: 'png', captureBeyondViewport: Boolean(whole)});
		fs.writeFileSync(file, Buffer.from(data, 'base64'));
	}

	// Everything that the page has asked a network or a disk for, but for itself.
	fetched() {
		return this.events.filter((e) => e.method === 'Network.requestWillBeSent').map((e) => e.params.request.url)
			.filter((url) => !/^(file|data|about|chrome):/.test(url));
	}

	// Errors that the page has met, refused scripts among them.
	errors() {
		return this.events.filter((e) => e.method === 'Runtime.exceptionThrown' || (e.method === 'Log.entryAdded' && e.params.entry.level === 'error'))
			.map((e) => e.params.entry ? e.params.entry.text : e.params.exceptionDetails.exception && e.params.exceptionDetails.exception.description || e.params.exceptionDetails.text);
	}

	async stop() {
		const gone = new Promise((good) => this.child.on('exit', good));
		this.ask('Browser.close', {}, undefined).catch(() => {});
		await gone;
	}
}

module.exports = {Chromium};
