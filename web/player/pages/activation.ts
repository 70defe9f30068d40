/** /player: pairs this device with a screen by its code (web/player/README 3.1). */
import { limits } from '../../../src/contract/limits.ts';
import { paths } from '../../navigation/paths.ts';
import { createConnections } from '../server/connections.ts';
import {
  clearCredentials,
  deviceInfo,
  enterPlayerMode,
  findCredentials,
  saveCredentials,
} from '../server/credentials.ts';
import type { Credentials } from '../server/pairing.ts';
import { requestFullscreen } from '../device/browser.ts';
import { button, element, fill, icon, listen } from '../device/dom.ts';
import { moveFocus } from '../device/keys.ts';
import { logo } from '../screen/logo.ts';
import { CallError, createNetwork, isTimeout } from '../server/network.ts';
import type { MountPage } from './page.ts';
import { createSession } from '../server/session.ts';
import { destroyStorage } from '../device/storage.ts';
import { strings } from '../screen/strings.ts';

const connectionLimit = 2;
const retryMs = 3_000;

export const mountActivation: MountPage = (root, go) => {
  const network = createNetwork(createConnections(connectionLimit));
  const query = new URLSearchParams(location.search);
  const panel = element('main', { class: 'panel', testId: 'activation' });
  const page = element('div', { class: 'page' }, logo(), panel);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  /** Goes up when the pairing is given up: checks begun before are then nobody's. */
  let generation = 0;
  root.append(page);

  function forget(): void {
    generation += 1;
    clearTimeout(timer);
    clearCredentials();
    void destroyStorage();
    showForm();
  }

  function showChecking(note = ''): void {
    fill(
      panel,
      element('div', { class: 'spinner' }),
      element('h1', { text: strings.checking }),
      element('p', { class: 'card-text', text: note, attributes: { role: 'status' } }),
      button(strings.resetConnection, forget, { class: 'button' }),
    );
  }

  /** Time-outs and server errors are asked again for ever; only a refusal ends in the form. */
  function check(credentials: Credentials): void {
    const mine = generation;
    const isOver = () => isStopped || mine !== generation;
    const session = createSession(network, credentials, () => undefined);
    session.validate().then(
      () => isOver() || showConnected(session.credentials()),
      (error: unknown) => {
        if (isOver()) return;
        // Refused here, or given up in another window.
        if (!findCredentials()) return showForm();
        showChecking(isTimeout(error) ? strings.validationTimeout : strings.connectionError);
        timer = setTimeout(() => check(credentials), retryMs);
      },
    );
  }

  function showConnected(credentials: Credentials): void {
    const play = button(
      strings.playMode,
      () => {
        requestFullscreen();
        go(paths.play);
      },
      { class: 'button is-primary' },
    );
    fill(
      panel,
      element('span', { class: 'badge is-good', text: strings.connected }),
      element('h1', { text: strings.player(credentials.playerId) }),
      element('p', { class: 'card-text', text: strings.connectedAs(credentials.userId) }),
      element('div', { class: 'buttons' }, play, button(strings.disconnect, forget, { class: 'button' })),
    );
    play.focus();
  }

  function showForm(note = ''): void {
    if (isStopped) return;
    const field = element('input', {
      class: 'field is-code',
      testId: 'activation-code',
      attributes: {
        id: 'activation-code',
        type: 'text',
        maxlength: String(limits.activationCodeLength),
        placeholder: strings.activationExample,
        autocomplete: 'off',
        autocapitalize: 'characters',
        spellcheck: 'false',
      },
    });
    const submit = element('button', {
      class: 'button is-primary',
      text: strings.activate,
      attributes: { type: 'submit' },
    });
    const problem = element('p', { class: 'problem', attributes: { role: 'alert' } });
    const status = element('p', {
      class: 'card-text',
      text: note || strings.activationHint,
      attributes: { role: 'status' },
    });
    const back = button('', () => go(paths.home), {
      class: 'back',
      attributes: { 'aria-label': strings.back, title: strings.back },
    });
    back.append(icon('M15 5l-7 7 7 7'));
    const form = element(
      'form',
      {},
      back,
      element('h1', {}, element('label', { text: strings.activationCode, attributes: { for: 'activation-code' } })),
      status,
      field,
      problem,
      submit,
    );
    const refresh = () => {
      const code = field.value.toUpperCase().slice(0, limits.activationCodeLength);
      if (field.value !== code) field.value = code;
      submit.disabled = code.trim() === '';
    };
    field.value = query.get('code') ?? '';
    refresh();
    field.addEventListener('input', refresh);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      fill(submit, strings.activating);
      fill(problem, '');
      activate(field.value.trim()).then(
        (message) => {
          if (message === null || isStopped) return;
          fill(problem, message);
          fill(submit, strings.activate);
          refresh();
          field.focus();
        },
        () => undefined,
      );
    });
    fill(panel, form);
    if (field.value) submit.focus();
    else field.focus();
  }

  /** Resolves to what went wrong; null when the page has changed. */
  async function activate(activationCode: string): Promise<string | null> {
    let credentials: Credentials;
    try {
      credentials = await network.call('POST /api/player/activate', {
        body: { activationCode, deviceInfo: deviceInfo() },
      });
    } catch (error) {
      if (!(error instanceof CallError) || error.code === null) return strings.connectionError;
      if (error.code !== 'device_reset') return error.message || strings.invalidCode;
      clearCredentials();
      await destroyStorage();
      query.delete('code');
      showForm(strings.deviceReset);
      return null;
    }
    let kept: Promise<void>;
    try {
      kept = saveCredentials(credentials);
    } catch {
      return strings.saveError;
    }
    requestFullscreen();
    await kept;
    if (!isStopped) go(paths.play);
    return null;
  }

  const credentials = findCredentials();
  const mayStay = query.has('stay') || query.has('code');
  const stops = [listen('keydown', (event) => moveFocus(page, event))];
  if (credentials && !mayStay) {
    enterPlayerMode(credentials);
    go(paths.play);
  } else if (credentials) {
    showChecking();
    check(credentials);
  } else showForm();

  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const stop of stops) stop();
    },
  };
};
