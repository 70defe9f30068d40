import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { hoursInWords, weekdayNames } from '../../../../src/contract/programme/texts.ts';
import { dateOfDay, dateText, dayMinutes, weekdayOf } from '../../../components/programme/local-time.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { ruleColour } from '../rules/rule-colour.ts';
import { titleOf } from '../rules/sentences.ts';
import { programmeRulesOf, type Target } from '../rules/targets.ts';
import { type DayRule, firstOfMonth, type MonthDay, weeksOfMonth } from './month.ts';
import styles from './MonthGrid.module.css';

interface MonthGridProps {
  schedules: readonly Schedule[];
  target: Target;
  /** Rules for the hours in which the clinic is closed. */
  closedHours: readonly ProgrammeRule[];
  /** Days since 1970. */
  today: number;
  onChoose: (day: number) => void;
}

/** Shows the rules that play on each day of a month. A click on a day opens the week. */
export function MonthGrid({ schedules, target, closedHours, today, onChoose }: MonthGridProps) {
  const [monthsAhead, setMonthsAhead] = useState(0);
  const first = firstOfMonth(today, monthsAhead);
  const weeks = useMemo(
    () => weeksOfMonth(programmeRulesOf(schedules, target, first), first),
    [schedules, target, first],
  );
  // A clinic that closes at midnight is open for the first minute of the next day.
  const isClosed = (day: number) =>
    closedHours.some(({ days, from, to }) => from <= 1 && to === 0 && days.includes(weekdayOf(day)));
  const textOf = ({ ruleId, from, to }: DayRule) => {
    const schedule = schedules.find(({ id }) => id === ruleId);
    return `${schedule ? titleOf(schedule) : ''}, ${hoursInWords({ from, to: to % dayMinutes })}`;
  };
  return (
    <Card padding="sm" label="Mês">
      <Row gap={2} align="center" between marginBottom={2}>
        <Text as="h2" size="lg" aria-live="polite">
          {monthName(first)}
        </Text>
        <Row gap={2}>
          {([-1, 1] as const).map((step) => (
            <IconButton
              key={step}
              size="sm"
              outlined
              label={step < 0 ? 'Mês anterior' : 'Próximo mês'}
              icon={step < 0 ? <ChevronLeft /> : <ChevronRight />}
              onClick={() => setMonthsAhead(monthsAhead + step)}
            />
          ))}
        </Row>
      </Row>
      <table className={styles.month} aria-label="Mês da programação">
        <thead>
          <tr>
            {weekdayNames.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((days) => (
            <tr key={days[0]?.day}>
              {days.map((day) => (
                <td
                  key={day.day}
                  className={classNames(!day.isInMonth && styles.outside, isClosed(day.day) && styles.closed)}
                >
                  <DayCell {...{ day, onChoose, textOf }} isToday={day.day === today} isClosed={isClosed(day.day)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface DayCellProps {
  day: MonthDay;
  isToday: boolean;
  /** True if the clinic does not open on this day. */
  isClosed: boolean;
  textOf: (rule: DayRule) => string;
  onChoose: (day: number) => void;
}

function DayCell({ day: { day, rules }, isToday, isClosed, textOf, onChoose }: DayCellProps) {
  const date = dateText(dateOfDay(day));
  const texts = rules.map(textOf);
  const label = [...(isClosed ? ['fechado'] : []), ...(texts.length > 0 ? texts : ['nenhuma regra'])];
  return (
    <button
      type="button"
      className={styles.day}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${date}: ${label.join('; ')}`}
      title={texts.join('\n')}
      onClick={() => onChoose(day)}
    >
      <span>{Number(date.slice(0, 2))}</span>
      {isClosed && (
        <Text muted size="xs">
          fechado
        </Text>
      )}
      {rules.map((rule, index) => (
        <span key={rule.from} className={styles.rule} style={{ borderColor: ruleColour(rule.plays) }}>
          {texts[index]}
        </span>
      ))}
    </button>
  );
}

const monthName = (first: number): string =>
  new Date(first * 86_400_000).toLocaleDateString('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
