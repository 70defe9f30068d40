/** Options dialog of /play: leaving and resetting need a code, which the server checks. */
import { button, element, fill } from '../../device/dom.ts';
import { isBack, moveFocus } from '../../device/keys.ts';
import { CallError, type Network } from '../../server/requests/network.ts';
import { strings } from '../text/strings.ts';

export interface OptionsDialogOptions {
  network: Network;
  onExit(): void;
  onReset(): void;
}

type Action = 'exit' | 'reset';

/** Time without input after which the dialog closes. */
const idleMs = 60_000;
/** Maximum time from a press of the Back key to the step back in the history that it causes on some devices. */
const samePressMs = 500;

export function createOptionsDialog({ network, onExit, onReset }: OptionsDialogOptions) {
  const { panel, field, problem } = createForm((action) => void submit(action), close);
  const node = element('div', { class: 'veil', testId: 'options' }, panel);
  node.hidden = true;
  let isBusy = false;
  let pressedAt = -samePressMs;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  async function submit(action: Action): Promise<void> {
    const code = field.value.trim();
    if (isBusy) return;
    if (code === '') return field.focus();
    isBusy = true;
    fill(problem, '');
    const refusal = await findRefusal(network, action, code);
    isBusy = false;
    if (!refusal) {
      close();
      if (action === 'exit') onExit();
      else onReset();
      return;
    }
    // Clear the field only after a wrong code: without a response of the server, the code may be right.
    if (refusal.isFromServer) field.value = '';
    fill(problem, refusal.text);
    field.focus();
  }

  function open(): void {
    if (!node.hidden) return;
    node.hidden = false;
    restartIdleTimer();
    field.focus();
  }

  function restartIdleTimer(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(close, idleMs);
  }

  function close(): void {
    clearTimeout(idleTimer);
    node.hidden = true;
    pressedAt = -samePressMs;
    field.value = '';
    fill(problem, '');
    // The browser moves the focus out of hidden elements only with the next frame: do it now.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && node.contains(activeElement)) activeElement.blur();
  }

  panel.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit('exit');
  });
  panel.addEventListener('keydown', (event) => {
    event.stopPropagation();
    const isCorrection = event.key === 'Backspace' && event.target === field;
    if (event.key === 'Escape' || (isBack(event) && !isCorrection)) {
      event.preventDefault();
      if (!event.repeat) pressBack();
    } else moveFocus(panel, event);
  });

  for (const eventType of ['keydown', 'mousedown', 'touchstart', 'input'])
    node.addEventListener(eventType, () => node.hidden || restartIdleTimer(), { capture: true, passive: true });
  // A click beside the panel must not take the focus from the dialog.
  node.addEventListener('mousedown', (event) => {
    if (event.target === node) event.preventDefault();
  });

  function toggle(): void {
    if (node.hidden) open();
    else close();
  }

  function pressBack(): void {
    toggle();
    pressedAt = performance.now();
  }

  return {
    node,
    open,
    isOpen: () => !node.hidden,
    /** Opens or closes the dialog, for the Back key. */
    pressBack,
    /** Handles a step back in the history, unless a press of the Back key caused it. */
    stepBack(): void {
      if (performance.now() - pressedAt >= samePressMs) toggle();
    },
  };
}

function createForm(onAction: (action: Action) => void, onCancel: () => void) {
  const field = element('input', {
    class: 'field',
    testId: 'options-code',
    attributes: {
      type: 'password',
      autocomplete: 'off',
      autocapitalize: 'characters',
      'aria-label': strings.password,
      placeholder: strings.password,
      maxlength: '64',
    },
  });
  const problem = element('p', { class: 'problem', attributes: { role: 'alert' } });
  const exit = button(strings.exit, () => onAction('exit'), { class: 'button is-primary' });
  const reset = button(strings.reset, () => onAction('reset'), { class: 'button is-danger' });
  const cancel = button(strings.cancel, onCancel, { class: 'button' });
  const panel = element(
    'form',
    { class: 'dialog', attributes: { role: 'dialog', 'aria-modal': 'true', 'aria-label': strings.optionsTitle } },
    element('h2', { text: strings.optionsTitle }),
    element('p', { class: 'card-text', text: strings.optionsHint }),
    field,
    problem,
    element('div', { class: 'buttons' }, exit, reset, cancel),
  );
  return { panel, field, problem };
}

/** Returns why the action failed; null if the code was accepted. `isFromServer`: false if the server was lost or failed. */
async function findRefusal(
  network: Network,
  action: Action,
  code: string,
): Promise<{ text: string; isFromServer: boolean } | null> {
  try {
    await network.call('POST /api/player/options-code', { body: { action, code } });
    return null;
  } catch (error) {
    if (!(error instanceof CallError) || error.code === null || error.status >= 500)
      return { text: strings.serverDown, isFromServer: false };
    return { text: error.status === 403 ? strings.wrongPassword : error.message, isFromServer: true };
  }
}
