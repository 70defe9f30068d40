/** Shows the clinic's logo beside the clock, and stores it. While the download of a new logo fails, the previous one stays. */
import { element } from '../../device/dom.ts';
import { fetchPiece } from '../../media/piece.ts';
import type { DisplayLogo } from '../../server/requests/responses.ts';
import type { Connections } from '../../server/requests/connections.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';
import { backOffMs } from '../../server/poll/poll.ts';

export type ClinicLogo = ReturnType<typeof createClinicLogo>;

interface ClinicLogoDeps {
  connections: Connections;
  cachedResponses: CachedResponses;
}

const retryMs = 2_000;

export function createClinicLogo() {
  const node = element('div', { class: 'plate is-own-logo', testId: 'own-logo' });
  node.hidden = true;
  let deps: ClinicLogoDeps | undefined;
  let wanted: DisplayLogo | null = null;
  /** SHA-256 of the shown logo. */
  let shownSha256 = '';
  let shownUrl = '';
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;

  function hide(): void {
    node.hidden = true;
    node.textContent = '';
    URL.revokeObjectURL(shownUrl);
    shownSha256 = '';
  }

  async function show(logo: DisplayLogo, bytes: Blob): Promise<void> {
    const url = URL.createObjectURL(bytes);
    const image = element('img', { attributes: { alt: '' } });
    try {
      await new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = () => reject(new Error('logo ilegível'));
        image.src = url;
      });
    } catch (error) {
      URL.revokeObjectURL(url);
      throw error;
    }
    if (wanted?.sha256 !== logo.sha256) return URL.revokeObjectURL(url);
    hide();
    shownUrl = url;
    shownSha256 = logo.sha256;
    node.classList.toggle('is-light', logo.ground === 'light');
    node.append(image);
    node.hidden = false;
  }

  async function load(logo: DisplayLogo, { connections, cachedResponses }: ClinicLogoDeps): Promise<void> {
    const stored = await cachedResponses.load('logo');
    if (stored?.sha256 === logo.sha256 && (await show(logo, stored.bytes).then(returnTrue, returnFalse))) return;
    const isWanted = () => wanted?.sha256 === logo.sha256;
    if (!isWanted()) return;
    const piece = await fetchPiece(logo.url, 0, logo, {
      connections,
      maxBytes: logo.sizeBytes,
      onBytes: () => undefined,
      isWanted,
    });
    if (piece.size !== logo.sizeBytes || !isWanted()) throw new Error('logo incompleto');
    const bytes = new Blob([piece], { type: logo.contentType });
    await show(logo, bytes);
    await cachedResponses.save('logo', { sha256: logo.sha256, bytes });
  }

  function check(): void {
    clearTimeout(retryTimer);
    const logo = wanted;
    if (!deps || !logo || logo.sha256 === shownSha256) return;
    load(logo, deps).catch(() => {
      if (wanted?.sha256 !== logo.sha256) return;
      failures += 1;
      retryTimer = setTimeout(check, backOffMs(retryMs, failures, Math.random()));
    });
  }

  return {
    node,
    /** Begins to load the logo; before, `set` only records which logo is wanted. */
    start(dependencies: ClinicLogoDeps): void {
      deps = dependencies;
      check();
    },
    /** Sets the logo, or none with null. The previous logo remains until the new one can be shown. */
    set(logo: DisplayLogo | null): void {
      const isSame = logo?.sha256 === wanted?.sha256;
      wanted = logo;
      if (!logo) {
        clearTimeout(retryTimer);
        hide();
        if (!isSame) void deps?.cachedResponses.save('logo', undefined);
      } else if (!isSame || shownSha256 !== logo.sha256) {
        failures = 0;
        check();
      }
    },
    stop() {
      wanted = null;
      clearTimeout(retryTimer);
      hide();
    },
  };
}

const returnTrue = () => true;
const returnFalse = () => false;
