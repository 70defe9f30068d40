/** What the settings mean for who listens. Pure. */
import type { RadioSettings, RadioStation } from '../../../src/contract/radio.ts';

/** One sentence below the switch. `tone` warns where the screens stay silent against the switch. */
export function soundOf(
  { isEnabled, selectedRadioId, volume }: RadioSettings,
  stations: readonly RadioStation[],
): { text: string; tone: 'muted' | 'warning' } {
  const station = stations.find(({ id }) => id === selectedRadioId);
  if (!isEnabled)
    return {
      text: station ? `Desligado. ${station.name} está escolhida.` : 'Desligado. As telas tocam só o som dos vídeos.',
      tone: 'muted',
    };
  if (!station) return { text: 'Escolha uma rádio abaixo para começar a tocar.', tone: 'warning' };
  if (volume === 0) return { text: `${station.name} está escolhida, mas o volume está em zero.`, tone: 'warning' };
  return { text: `${station.name} toca em todas as suas telas.`, tone: 'muted' };
}
