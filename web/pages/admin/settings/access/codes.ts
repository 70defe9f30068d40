/** Names and purposes of the five codes, and the rules for new ones. Pure. */
import type { CodeName, Codes } from '../../../../../src/contract/settings.ts';
import { randomText } from '../../../../ui/form/typing/random-text.ts';

export interface CodeText {
  label: string;
  /** Describes where the code is typed and its effect. */
  purpose: string;
}

export const codeTexts: Record<CodeName, CodeText> = {
  accessCode: { label: 'Código de acesso', purpose: 'Pedido a quem cria uma conta.' },
  playerModePassword: { label: 'Senha do modo Player', purpose: 'Leva da página de entrada ao Player.' },
  playerExitCode: { label: 'Código de saída', purpose: 'Sai do Player pelas opções da tela.' },
  playerResetCode: { label: 'Código de reset da tela', purpose: 'Desconecta o aparelho pelas opções da tela.' },
  deviceResetCode: {
    label: 'Código de reset do dispositivo',
    purpose: 'Digitado no lugar do código da tela, limpa o aparelho.',
  },
};

export const codeNames = Object.keys(codeTexts) as CodeName[];

/** Returns a code as it is stored: trimmed, in upper case. */
export const normalizeCode = (typed: string) => typed.trim().toUpperCase();

/** Validates a new code. Returns the same error texts as the server. */
export function codeError(name: CodeName, typed: string, codes: Codes): string | undefined {
  const code = normalizeCode(typed);
  if (!/^[A-Z0-9]{4,10}$/.test(code)) return 'Use de 4 a 10 letras e números.';
  return codeNames.some((other) => other !== name && codes[other] === code)
    ? 'Cada código deve ser diferente dos outros.'
    : undefined;
}

/** Returns 8 capital letters and digits, without 0 O 1 I L, which look alike (contract/README 1.9). */
export const generateCode = () => randomText('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 8);
