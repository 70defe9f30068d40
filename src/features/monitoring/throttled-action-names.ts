/** Names of the throttled actions, as the settings page shows them. */
const words: Record<string, string> = {
  'access-code': 'o código de acesso',
  'mode-code': 'a senha do modo Player',
  'options-code': 'o código de saída ou o de reset da tela',
  'device-reset': 'o código de reset do dispositivo',
};

export const throttledActionNames = (throttles: readonly string[]): string =>
  throttles.map((throttle) => words[throttle] ?? throttle).join(', ');
