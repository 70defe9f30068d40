/** The settings of a screen (contract/README 9.11, 9.13, 9.14), and their texts in the audit log. */
import type { QuietHours, Rotation, ScreenSettings } from '../../contract/display.ts';
import { windowInWords } from '../../contract/programme/texts.ts';

/** Returns only the settings of an object that has other fields too, such as a screen. */
export const pickSettings = ({ rotation, volume, quietHours, darkBrightness }: ScreenSettings): ScreenSettings => ({
  rotation,
  volume,
  quietHours,
  darkBrightness,
});

const rotationTexts: Record<Rotation, string> = {
  0: 'sem girar',
  90: 'girada 90° para a direita',
  180: 'de cabeça para baixo',
  270: 'girada 90° para a esquerda',
};

const quietText = (hours: QuietHours | null): string =>
  hours ? `${windowInWords(hours)}${hours.mutesCalls ? ', também as chamadas' : ''}` : 'nenhum';

const textsOf = ({ rotation, volume, quietHours, darkBrightness }: ScreenSettings) => ({
  Imagem: rotationTexts[rotation],
  Volume: `${volume}%`,
  'Horário de silêncio': quietText(quietHours),
  'Tela escura': darkBrightness === 0 ? 'toda preta' : `relógio a ${darkBrightness}%`,
});

/** Returns the settings before and after a change in words, by label. */
export function settingsPairs(before: ScreenSettings, after: ScreenSettings): Record<string, [string, string]> {
  const to = Object.values(textsOf(after));
  return Object.fromEntries(Object.entries(textsOf(before)).map(([label, from], i) => [label, [from, to[i] ?? '']]));
}
