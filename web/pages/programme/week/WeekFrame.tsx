import type { ReactNode } from 'react';
import { weekdayNames } from '../../../../src/contract/programme/texts.ts';
import { dateOfDay } from '../../../components/programme/local-time.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './WeekGrid.module.css';
import { Text } from '../../../ui/layout/primitives.tsx';

const hours = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22];

interface WeekFrameProps {
  /** First day of the week, in days since 1970. */
  monday: number;
  /** Today in the shown week: 0 (Monday) to 6; another number if today is in another week. */
  today: number;
  instructionsId: string;
  mayChange: boolean;
  children: ReactNode;
}

/** Shows the days above the grid, the hours to its left, and instructions below. */
export function WeekFrame({ monday, today, instructionsId, mayChange, children }: WeekFrameProps) {
  return (
    <div className={styles.week} data-testid="week">
      <div className={styles.head} aria-hidden="true">
        <span />
        {weekdayNames.map((name, day) => (
          <Text
            muted
            size="sm"
            weight="bold"
            key={name}
            className={classNames(styles.dayName, day === today && styles.today)}
          >
            {name} <span className={styles.date}>{Number(dateOfDay(monday + day).slice(8))}</span>
          </Text>
        ))}
      </div>
      <div className={styles.body}>
        <Text as="div" muted size="xs" tabular className={styles.hours} aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ top: `${(hour / 24) * 100}%` }}>
              {hour}:00
            </span>
          ))}
        </Text>
        {children}
      </div>
      <Text as="p" muted size="xs" id={instructionsId} marginTop={2} className={styles.keys}>
        {mayChange
          ? 'Arraste para criar, mover ou esticar; com o dedo, segure antes. No teclado: setas andam, Shift marca, Enter abre, Delete exclui.'
          : 'No teclado, as setas andam pelas horas.'}
      </Text>
    </div>
  );
}
