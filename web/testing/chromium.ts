/** Starts the Chromium of tests and of the tour: CHROMIUM_PATH, or else Debian's. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** Chromium without windows of its own: starting takes a third of the processor time, a page half of it. */
const headless = '/usr/lib/chromium/chromium-headless-shell';
export const chromiumPath = process.env.CHROMIUM_PATH ?? (existsSync(headless) ? headless : '/usr/bin/chromium');
/** Arguments for a machine without a display and without a microphone (a fake one beeps); they also stop Chromium's own requests. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Starts Chromium; host names `*.lan` resolve to this machine. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [...chromiumArgs, '--host-resolver-rules=MAP *.lan 127.0.0.1'],
  });
}
