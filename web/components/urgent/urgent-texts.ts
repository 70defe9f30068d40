/** Texts of urgent notices in the studio. Pure. */
import { limits } from '../../../src/contract/limits.ts';
import { normalizeLineBreaks } from '../../../src/contract/text/line-breaks.ts';
import type { UrgentPreset, UrgentReceipt } from '../../../src/contract/urgent.ts';
import { plural } from '../../ui/text/format.ts';

export const presets: readonly { value: UrgentPreset; label: string; text: string }[] = [
  {
    value: 'evacuation',
    label: 'Evacuação',
    text: 'Por favor, saiam do prédio agora, com calma, pela saída mais próxima. Não usem os elevadores.',
  },
  {
    value: 'power',
    label: 'Falta de energia',
    text: 'Estamos sem energia. Aguardem sentados: o atendimento volta assim que possível.',
  },
  {
    value: 'delay',
    label: 'Atraso do médico',
    text: 'O médico está atrasado. Pedimos desculpas pela espera. Dúvidas: fale com a recepção.',
  },
  {
    value: 'system',
    label: 'Sistema fora do ar',
    text: 'O sistema está fora do ar. O atendimento continua, mais devagar. Obrigado pela paciência.',
  },
  { value: 'free', label: 'Texto livre', text: '' },
];

export const presetName = (preset: UrgentPreset): string => presets.find(({ value }) => value === preset)?.label ?? '';

export const durations: readonly { value: string; label: string }[] = [5, 15, 30, 60, 120, 240, 480, 1440].map(
  (minutes) => ({
    value: String(minutes),
    label: minutes < 60 ? `${minutes} minutos` : plural(minutes / 60, 'hora', 'horas'),
  }),
);
export const defaultDuration = String(limits.urgent.minutes.default);

export interface ScreenCounts {
  total: number;
  online: number;
}

export const countScreens = (screens: readonly { isOnline: boolean }[]): ScreenCounts => ({
  total: screens.length,
  online: screens.filter(({ isOnline }) => isOnline).length,
});

/** Returns '12 telas, 1 offline'. */
export function targetsText({ total, online }: ScreenCounts): string {
  const all = plural(total, 'tela', 'telas');
  return online === total ? all : `${all}, ${total - online} offline`;
}

/** Returns '0 de 2 TVs ligadas: ninguém verá agora' if none of the screens is online; undefined otherwise. */
export function allOfflineText({ total, online }: ScreenCounts): string | undefined {
  if (total === 0 || online > 0) return undefined;
  return `0 de ${plural(total, 'TV ligada', 'TVs ligadas')}: ninguém verá agora`;
}

/** Returns why a text cannot be sent; undefined if it can. */
export function textProblem(text: string): string | undefined {
  if (text.trim() === '') return 'Escreva o aviso.';
  const lines = normalizeLineBreaks(text).split('\n').length;
  return lines > limits.urgent.lines
    ? `Cabem ${limits.urgent.lines} linhas na tela, e o aviso tem ${lines}.`
    : undefined;
}

/** Returns 'mais 1 h 5 min', 'mais 12 min' or 'menos de 1 min'. */
export function remainingText(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (ms < 60_000) return 'menos de 1 min';
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return `mais ${[hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')}`;
}

/** Describes a receipt: 'em 0,4 s', 'em 0,4 s, sem som', '2 minutos depois', 'offline', 'ainda sem resposta', 'não mostrou'. */
export function receiptText({ delayMs, hadSound, isOnline }: UrgentReceipt, isRunning: boolean): string {
  if (delayMs === null) return isRunning ? (isOnline ? 'ainda sem resposta' : 'offline') : 'não mostrou';
  const delay =
    delayMs < 60_000
      ? `em ${Math.max(0.1, delayMs / 1000)
          .toFixed(1)
          .replace('.', ',')} s`
      : `${plural(Math.round(delayMs / 60_000), 'minuto', 'minutos')} depois`;
  return hadSound === false ? `${delay}, sem som` : delay;
}

/** Returns 'Clínica Sul, Clínica Norte e mais 2: 12 telas, 1 offline'. */
export function accountsText(names: readonly string[], screens: ScreenCounts): string {
  const more = names.length > 2 ? ` e mais ${names.length - 2}` : '';
  return `${names.slice(0, 2).join(names.length === 2 ? ' e ' : ', ')}${more}: ${targetsText(screens)}`;
}

/** Returns 'Recepção 2 offline' and 'Sala 1 e mais 3 ainda sem resposta' for missing receipts; [] when there are none. */
export function missingTexts(receipts: readonly UrgentReceipt[]): string[] {
  const missing = receipts.filter(({ delayMs }) => delayMs === null);
  const sentenceFor = (list: readonly UrgentReceipt[], state: string): string[] => {
    if (list.length === 0) return [];
    const names = list.slice(0, 3).map(({ name, owner }) => (owner === null ? name : `${name} (${owner})`));
    const more = list.length > 3 ? ` e mais ${list.length - 3}` : '';
    return [`${names.join(', ')}${more} ${state}`];
  };
  const offline = missing.filter(({ isOnline }) => !isOnline);
  const unconfirmed = missing.filter(({ isOnline }) => isOnline);
  return [...sentenceFor(offline, 'offline'), ...sentenceFor(unconfirmed, 'ainda sem resposta')];
}
