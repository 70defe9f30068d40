/** The five codes: what people call them, what they open, and what a new one may be. */
import type { CodeName, Codes } from '../../../../../src/contract/settings.ts';
import { generateText } from '../../../../ui/form/typing/generate-text.ts';

export interface CodeText {
  label: string;
  /** Where the code is typed and what it does. */
  use: string;
}

export const codeTexts: Record<CodeName, CodeText> = {
  accessCode: { label: 'Código de acesso', use: 'Pedido a quem cria uma conta.' },
  playerModePassword: { label: 'Senha do modo Player', use: 'Leva da página de entrada ao Player.' },
  playerExitCode: { label: 'Código de saída', use: 'Sai do Player pelas opções da tela.' },
  playerResetCode: { label: 'Código de reset da tela', use: 'Desconecta o aparelho pelas opções da tela.' },
  deviceResetCode: {
    label: 'Código de reset do dispositivo',
    use: 'Digitado no lugar do código da tela, limpa o aparelho.',
  },
};

export const codeNames = Object.keys(codeTexts) as CodeName[];

/** Returns a code as it is stored: trimmed, in upper case. */
export const normalCode = (typed: string) => typed.trim().toUpperCase();

/** Validates a new code; the sentences are the server's. */
export function codeError(name: CodeName, typed: string, codes: Codes): string | undefined {
  const code = normalCode(typed);
  if (!/^[A-Z0-9]{4,10}$/.test(code)) return 'Use de 4 a 10 letras e números.';
  return codeNames.some((other) => other !== name && codes[other] === code)
    ? 'Cada código deve ser diferente dos outros.'
    : undefined;
}

/** Returns 8 capitals and digits without the look-alikes 0 O 1 I L (contract/README 1.9). */
export const generateCode = () => generateText('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 8);
