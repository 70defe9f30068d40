/** The Chromium of tests and of the tour: Debian's, or CHROMIUM_PATH. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The same engine without a browser's own windows: a start takes a third of the processor time, a page half. */
const shell = '/usr/lib/chromium/chromium-headless-shell';
export const chromiumPath = process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium');
/** One process of a headless machine, and no calls of Chromium's own. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts Chromium; names of a local network (`*.lan`) lead to this machine. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArgs, '--host-resolver-rules=MAP *.lan 127.0.0.1'],
  });
}
