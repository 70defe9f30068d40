import type { CallReport } from '../../../../src/contract/calls.ts';
import { BarPlot } from '../../../ui/data/BarPlot.tsx';
import { plural } from '../../../ui/text/format.ts';
import { waitText } from '../queue/wait-text.ts';

/** Shows two bars for each hour: the median time for which patients wait, and the median time for which they are served. */
export function HoursPlot({ hours }: { hours: CallReport['hours'] }) {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? 0];
  const groups = Array.from({ length: last - first + 1 }, (_, index) => {
    const times = hours.find(({ hour }) => hour === first + index);
    const count = times ? `, ${plural(times.waiting.count, 'senha', 'senhas')}` : '';
    const bar = (ms: number | null, note = '') => ({
      value: ms ?? 0,
      text: waitText(ms) + note,
      isMuted: ms === null,
    });
    return {
      label: `${first + index}h`,
      bars: [bar(times?.waiting.medianMs ?? null, count), bar(times?.attendance.medianMs ?? null)],
    };
  });
  return (
    <BarPlot
      title="Por hora (mediana)"
      label="Espera e atendimento por hora"
      series={['Espera', 'Atendimento']}
      groups={groups}
    />
  );
}
