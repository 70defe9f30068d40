import type { CallReport } from '../../../../src/contract/calls.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { plural } from '../../../ui/text/format.ts';
import { waitText } from '../queue/wait-text.ts';
import styles from './HoursPlot.module.css';

const series = [
  { key: 'waiting', name: 'Espera' },
  { key: 'attendance', name: 'Atendimento' },
] as const;

/** Shows the median wait and attendance of each hour as bars. The bars are SVG, because browsers print no backgrounds. */
export function HoursPlot({ hours }: { hours: CallReport['hours'] }) {
  const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? 0];
  const shown = Array.from({ length: last - first + 1 }, (_, at) => {
    const hour = first + at;
    return { hour, times: hours.find((each) => each.hour === hour) };
  });
  const max = Math.max(
    1,
    ...hours.flatMap(({ waiting, attendance }) => [waiting.medianMs ?? 0, attendance.medianMs ?? 0]),
  );
  return (
    <Stack gap={2}>
      <h2>Por hora (mediana)</h2>
      <ul className={styles.legend}>
        {series.map(({ key, name }) => (
          <li key={key}>
            <Bar kind={key} percent={100} /> {name}
          </li>
        ))}
      </ul>
      <ul className={styles.plot} aria-label="Espera e atendimento por hora">
        {shown.map(({ hour, times }) => (
          <li key={hour} className={styles.hour}>
            <Text size="sm" tabular>
              {hour}h
            </Text>
            <div>
              {series.map(({ key, name }) => {
                const ms = times?.[key].medianMs ?? null;
                return (
                  <div key={key} className={styles.line}>
                    <Bar kind={key} percent={((ms ?? 0) / max) * 100} />
                    <Text size="xs" tabular muted={ms === null}>
                      <VisuallyHidden>{name}: </VisuallyHidden>
                      {waitText(ms)}
                      {key === 'waiting' && times ? `, ${plural(times.waiting.count, 'senha', 'senhas')}` : ''}
                    </Text>
                  </div>
                );
              })}
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Draws a horizontal bar of a share of the width. */
const Bar = ({ kind, percent }: { kind: (typeof series)[number]['key']; percent: number }) => (
  <svg className={styles.bar} aria-hidden="true">
    <rect className={styles[kind]} width={`${percent}%`} height="100%" />
  </svg>
);
