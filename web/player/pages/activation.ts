/** /player: pairs this device with a screen by its code (web/player/README 3.1). */
import { landing, playerPaths } from '../../navigation/player-paths.ts';
import { requestFullscreen } from '../device/browser.ts';
import { button, element, fill, listen } from '../device/dom.ts';
import { moveFocus } from '../device/keys.ts';
import { destroyStorage } from '../device/storage.ts';
import { logo } from '../screen/overlay/logo.ts';
import { strings } from '../screen/text/strings.ts';
import { createConnections } from '../server/requests/connections.ts';
import { clearCredentials, enterPlayerMode, findCredentials } from '../server/pairing/credentials.ts';
import { CallError, createNetwork, isTimeout, type Network } from '../server/requests/network.ts';
import type { Credentials } from '../server/pairing/pairing.ts';
import { createSession } from '../server/pairing/session.ts';
import { type ActivationForm, createActivationForm } from './activation-form.ts';
import {
  blockedPanel,
  checkingPanel,
  connectedPanel,
  disconnectingPanel,
  disconnectQuestion,
} from './activation-panels.ts';
import { releaseScreen } from './release-screen.ts';
import type { Go, MountPage } from './page.ts';
import { pairDevice } from './pair-device.ts';
import { showPairing, type ShownPairing } from './show-pairing.ts';
import { isSwappedHere, mountSwapped, swappedParameter } from './swapped.ts';

const connectionLimit = 2;
const retryMs = 3_000;

export const mountActivation: MountPage = (root, go) => {
  if (isSwappedHere()) return mountSwapped(root, go);
  const network = createNetwork(createConnections(connectionLimit));
  const query = new URLSearchParams(location.search);
  const panel = element('main', { class: 'panel', testId: 'activation' });
  const page = element('div', { class: 'page' }, logo(), panel);
  let pairing: ShownPairing | undefined;
  let form: ActivationForm | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  // Increases when the pairing is deleted: results of checks that began earlier are ignored.
  let generation = 0;
  root.append(page);
  function unpair(note?: string): void {
    generation += 1;
    clearTimeout(timer);
    clearCredentials();
    void destroyStorage();
    showForm(note);
  }
  /** Deletes the pairing while the server does not respond. Tries to inform the server too. */
  function reset(): void {
    reportRelease(network);
    unpair();
  }

  const showChecking = (note = '') => fill(panel, ...checkingPanel(note, reset));

  function confirmDisconnect(credentials: Credentials): void {
    const stay = button(strings.cancel, () => showConnected(credentials), { class: 'button is-primary' });
    fill(panel, ...disconnectQuestion(stay, () => void disconnect(credentials)));
    stay.focus();
  }

  async function disconnect(credentials: Credentials): Promise<void> {
    fill(panel, ...disconnectingPanel());
    const note = (await releaseScreen(network, credentials)) ? undefined : strings.stillOccupied;
    if (!isStopped) unpair(note);
  }

  /** Checks the pairing, and checks it again after any error but a refusal. Only a refusal leads to the form. */
  function check(credentials: Credentials): void {
    const startGeneration = generation;
    const isOutdated = () => isStopped || startGeneration !== generation;
    let isSwapped = false;
    const session = createSession(network, credentials, (swapped) => (isSwapped = swapped));
    session.validate().then(
      () => isOutdated() || showConnected(session.credentials()),
      (error: unknown) => {
        if (isOutdated()) return;
        if (isSwapped) return go(`${playerPaths.player}?${swappedParameter}`);
        // The server refused the pairing, or another window deleted it.
        if (!findCredentials()) return showForm();
        if (isBlocked(error)) fill(panel, ...blockedPanel());
        else showChecking(isTimeout(error) ? strings.validationTimeout : strings.connectionError);
        timer = setTimeout(() => check(credentials), retryMs);
      },
    );
  }

  function showConnected(credentials: Credentials): void {
    const play = button(strings.playMode, () => startPlaying(go), { class: 'button is-primary' });
    fill(panel, ...connectedPanel(credentials, play, () => confirmDisconnect(credentials)));
    play.focus();
  }

  function showForm(note: string = strings.activationHint): void {
    if (isStopped) return;
    form = createActivationForm({ code: query.get('code') ?? '', note, activate, onBack: () => go(landing) });
    fill(panel, form.node);
    form.focus();
    pairing?.stop();
    pairing = showPairing({ network, page, before: panel, onPaired: () => go(playerPaths.play) });
  }

  /** Resolves to the text of the error, or to null when another page or form has replaced the form. */
  async function activate(code: string): Promise<string | null> {
    if (pairing?.hasShown(code)) return strings.codeForPhone;
    const outcome = await pairDevice(network, code);
    if (isStopped) return null;
    if (outcome.type === 'failed') return outcome.problem;
    if (outcome.type === 'paired') go(playerPaths.play);
    else {
      query.delete('code');
      showForm(strings.deviceReset);
    }
    return null;
  }

  const credentials = findCredentials();
  const staysHere = query.has('stay') || query.has('code');
  const stops = [
    listen('keydown', (event) => {
      form?.focusForKey(event);
      moveFocus(page, event);
    }),
  ];
  if (credentials && !staysHere) {
    enterPlayerMode(credentials);
    go(playerPaths.play);
  } else if (credentials) {
    showChecking();
    check(credentials);
  } else showForm();

  return {
    stop() {
      isStopped = true;
      pairing?.stop();
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
};

function startPlaying(go: Go): void {
  requestFullscreen();
  go(playerPaths.play);
}

function reportRelease(network: Network): void {
  const credentials = findCredentials();
  if (credentials) void releaseScreen(network, credentials);
}

const isBlocked = (error: unknown): boolean => error instanceof CallError && error.code === 'account_blocked';
