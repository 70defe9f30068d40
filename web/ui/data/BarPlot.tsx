import type { CSSProperties } from 'react';
import { Stack, Text } from '../layout/primitives.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import styles from './BarPlot.module.css';

interface BarPlotProps {
  title: string;
  /** Description for screen readers. */
  label: string;
  /** Names of the bars of each group: one or two. */
  series: readonly string[];
  /** `text`: the bar's value as text, and anything to show beside it. `isMuted`: grey text, for a value that is 0 or unknown. */
  groups: readonly { label: string; bars: readonly { value: number; text: string; isMuted?: boolean }[] }[];
  /** Width of the labels. */
  labelWidth?: string;
}

/** Shows groups of horizontal bars below each other. The bars are SVG, because browsers print no backgrounds. */
export function BarPlot({ title, label, series, groups, labelWidth = '2.5rem' }: BarPlotProps) {
  const max = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  return (
    <Stack gap={2}>
      <h2>{title}</h2>
      {series.length > 1 && (
        <ul className={styles.legend}>
          {series.map((name, index) => (
            <li key={name}>
              <Bar series={index} percent={100} /> {name}
            </li>
          ))}
        </ul>
      )}
      <ul className={styles.plot} aria-label={label} style={{ '--label': labelWidth } as CSSProperties}>
        {groups.map((group) => (
          <li key={group.label} className={styles.group}>
            <Text size="sm" tabular>
              {group.label}
            </Text>
            <div>
              {group.bars.map(({ value, text, isMuted = false }, index) => (
                <div key={series[index]} className={styles.line}>
                  <Bar series={index} percent={(value / max) * 100} />
                  <Text size="xs" tabular muted={isMuted}>
                    {series.length > 1 && <VisuallyHidden>{series[index]}: </VisuallyHidden>}
                    {text}
                  </Text>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/** Draws a horizontal bar that fills `percent` of the width. */
const Bar = ({ series, percent }: { series: number; percent: number }) => (
  <svg className={styles.bar} aria-hidden="true">
    <rect className={series === 0 ? styles.bar0 : styles.bar1} width={`${percent}%`} height="100%" />
  </svg>
);
