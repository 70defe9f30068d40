import { limits } from '../../../src/contract/limits.ts';
import { button, element, fill, icon } from '../device/dom.ts';
import { strings } from '../screen/text/strings.ts';

export interface ActivationFormOptions {
  code: string;
  /** Text above the form's field. */
  note: string;
  /** Resolves to the text of the error, or to null when another page or form has replaced this form. */
  activate(code: string): Promise<string | null>;
  onBack(): void;
}

export type ActivationForm = ReturnType<typeof createActivationForm>;

/** Creates the form for the screen's code: upper case, 1 to 10 characters (web/player/README 3.1). */
export function createActivationForm({ code, note, activate, onBack }: ActivationFormOptions) {
  const field = element('input', {
    class: 'field is-code',
    testId: 'activation-code',
    attributes: {
      id: 'activation-code',
      type: 'text',
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
  const back = button('', onBack, { class: 'back', attributes: { 'aria-label': strings.back, title: strings.back } });
  back.append(icon('M15 5l-7 7 7 7'));
  const node = element(
    'form',
    {},
    back,
    element('h1', {}, element('label', { text: strings.activationCode, attributes: { for: 'activation-code' } })),
    element('p', { class: 'card-text', text: note, attributes: { role: 'status' } }),
    field,
    problem,
    submit,
  );

  function refresh(): void {
    // No maxlength: it would cut a pasted code before its spaces are removed.
    const allowed = field.value.replace(/\s/g, '').toUpperCase().slice(0, limits.activationCodeLength);
    if (field.value !== allowed) field.value = allowed;
    submit.disabled = allowed === '';
  }

  async function send(): Promise<void> {
    if (submit.disabled) return;
    submit.disabled = true;
    fill(submit, strings.activating);
    fill(problem, '');
    const message = await activate(field.value);
    if (message === null) return;
    fill(problem, message);
    fill(submit, strings.activate);
    refresh();
    field.focus();
  }

  field.value = code;
  refresh();
  field.addEventListener('input', refresh);
  node.addEventListener('submit', (event) => {
    event.preventDefault();
    send().catch(() => undefined);
  });
  return {
    node,
    /**
     * Focuses the button if the field has a code; call it once the form is on the page. An empty field does not get the focus: it
     * would look as if the code for the phone belonged there, and the keyboard of a TV box would cover that code.
     */
    focus: () => field.value && submit.focus(),
    /** Focuses the field when a character is typed while nothing has the focus. */
    focusForKey({ key }: KeyboardEvent): void {
      if (/^[a-z0-9]$/i.test(key) && document.activeElement === document.body) field.focus();
    },
  };
}
