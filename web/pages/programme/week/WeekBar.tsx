import { ChevronLeft, ChevronRight } from 'lucide-react';
import { beginsOn } from '../../../../src/contract/programme/programme.ts';
import { dateOfDay } from '../../../components/programme/local-time.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import styles from './WeekBar.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'];

interface WeekBarProps {
  monday: number;
  weeksAhead: number;
  onChange: (weeksAhead: number) => void;
}

/** Shows the dates of a week, whether the number of the week is even, and buttons for other weeks. `monday`: days since 1970. */
export function WeekBar({ monday, weeksAhead, onChange }: WeekBarProps) {
  return (
    <Row gap={2} align="center" wrap between marginBottom={2}>
      <Text as="h2" size="lg" tabular aria-live="polite">
        {weekInWords(monday)} <span className={styles.parity}>semana {isEven(monday) ? 'par' : 'ímpar'}</span>
      </Text>
      <Row gap={2} align="center">
        {weeksAhead !== 0 && (
          <Button size="sm" onClick={() => onChange(0)}>
            Esta semana
          </Button>
        )}
        <IconButton
          size="sm"
          outlined
          label="Semana anterior"
          icon={<ChevronLeft />}
          onClick={() => onChange(weeksAhead - 1)}
        />
        <IconButton
          size="sm"
          outlined
          label="Próxima semana"
          icon={<ChevronRight />}
          onClick={() => onChange(weeksAhead + 1)}
        />
      </Row>
    </Row>
  );
}

/** Returns the dates of a week: '23 a 29 de nov', '30 de nov a 6 de dez'. */
function weekInWords(monday: number): string {
  const [first, last] = [dateOfDay(monday), dateOfDay(monday + 6)].map((date) => {
    const [, month, day] = date.split('-').map(Number);
    return { day: day ?? 0, month: months[(month ?? 1) - 1] ?? '' };
  });
  if (!first || !last) return '';
  return first.month === last.month
    ? `${first.day} a ${last.day} de ${last.month}`
    : `${first.day} de ${first.month} a ${last.day} de ${last.month}`;
}

const wholeDayRule = { id: 0, plays: 'dark', target: 'screen', priority: 0, from: 0, to: 0 } as const;
/** True if rules for even weeks apply to the week. */
const isEven = (monday: number): boolean =>
  beginsOn({ ...wholeDayRule, days: [0], weeks: 'even', firstDate: null, lastDate: null }, monday);
