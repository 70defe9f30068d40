import { useId, useMemo, useRef } from 'react';
import type { DayWindow, ProgrammeRule } from '../../../src/contract/programme.ts';
import { hourInWords, weekdayNames } from '../../../src/contract/programme-words.ts';
import type { Schedule } from '../../../src/contract/schedules.ts';
import { dateInWords, dateOfDay, dayMinutes, dayOfMinute } from '../../components/programme/local-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { type Cell, moved, resized, sameWindow, windowBetween } from './drag.ts';
import { nameOf } from './sentences.ts';
import { type Drag, useWeekDrag } from './use-week-drag.ts';
import { useWeekCursor, type WeekCursor } from './use-week-cursor.ts';
import { type Piece, piecesOf, runsAt, slotMinutes } from './week.ts';
import { WeekBlock } from './WeekBlock.tsx';
import { WeekCells } from './WeekCells.tsx';
import { WeekFrame } from './WeekFrame.tsx';
import styles from './WeekGrid.module.css';

export interface WeekGridProps {
  /** As they are decided with, and as the server tells them: the same ids. */
  rules: readonly ProgrammeRule[];
  schedules: readonly Schedule[];
  /** Of the rules, in this week. */
  pieces: readonly Piece[];
  /** What plays where no rule holds. */
  baseName: string;
  /** Days since 1970. */
  monday: number;
  /** Local minute. */
  now: number;
  mayChange: boolean;
  onOpen: (rule: Schedule) => void;
  onNew: (window: DayWindow) => void;
  onShift: (rule: Schedule, window: DayWindow) => void;
  onDelete: (rule: Schedule) => void;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
const openAt: Cell = { day: 0, minute: 7 * 60 };

/** The week as a grid of half hours: rules are drawn, moved and made longer with mouse and finger, and reached by keyboard. */
export function WeekGrid(props: WeekGridProps) {
  const { rules, schedules, monday, now, mayChange, onOpen, onNew, onShift, onDelete } = props;
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const scheduleOf = (ruleId: number | undefined) => schedules.find((each) => each.id === ruleId);
  const atCell = ({ day, minute }: Cell) => scheduleOf(runsAt(rules, (monday + day) * dayMinutes + minute)[0]?.rule.id);

  const { drag, onPointerDown, isDragEnd, cellOfClick } = useWeekDrag(area, mayChange, (done) => {
    const rule = scheduleOf(done.ruleId);
    if (done.kind === 'new') onNew(windowBetween(done.start, done.now));
    else if (rule) {
      const window = draggedWindow(rule, done);
      if (!sameWindow(rule, window)) onShift(rule, window);
    }
  });
  const enter = ({ cell, anchor }: WeekCursor) => {
    const rule = cell === anchor ? atCell(cell) : undefined;
    if (rule) onOpen(rule);
    else if (mayChange) onNew(windowBetween(anchor, cell));
  };
  const { cursor, isMarked, onKeyDown, put } = useWeekCursor(openAt, {
    onEnter: enter,
    onDelete: (cell) => {
      const rule = atCell(cell);
      if (rule && mayChange) onDelete(rule);
    },
  });

  const held = drag && scheduleOf(drag.ruleId);
  const window = drag && held && draggedWindow(held, drag);
  const shown = useMemo(
    () => (window ? rules.map((rule) => (rule.id === held?.id ? { ...rule, ...window } : rule)) : rules),
    // The hours by their values: a drag makes them anew with each cell.
    // oxlint-disable-next-line react/exhaustive-deps
    [rules, held?.id, window?.from, window?.to, window?.days.join()],
  );
  const pieces = useMemo(
    () => (shown === rules ? props.pieces : piecesOf(shown, monday)),
    [shown, rules, props.pieces, monday],
  );
  const marked = drag?.kind === 'new' ? windowBetween(drag.start, drag.now) : windowBetween(cursor.anchor, cursor.cell);
  const today = dayOfMinute(now) - monday;

  return (
    <WeekFrame keysId={`${id}-keys`} {...{ monday, today, mayChange }}>
      <div
        ref={area}
        className={classNames(styles.area, drag && styles.dragging)}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          if (isDragEnd()) return;
          const cell = cellOfClick(event);
          put(cell);
          grid.current?.focus({ preventScroll: true });
          if (mayChange) onNew(hourFrom(cell));
        }}
      >
        <WeekCells
          ref={grid}
          describedBy={`${id}-keys`}
          label={`Semana de ${dateInWords(dateOfDay(monday))}`}
          cell={cursor.cell}
          isMarked={isMarked}
          words={cellInWords(cursor, isMarked, atCell(cursor.cell), props.baseName)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.blocks}>
          {pieces.map((piece) => {
            const schedule = scheduleOf(piece.rule.id);
            return (
              schedule && (
                <WeekBlock
                  key={`${piece.rule.id}-${piece.day}-${piece.beginsHere}`}
                  piece={piece}
                  schedule={
                    held?.id === schedule.id && window ? { ...schedule, ...window, days: [...window.days] } : schedule
                  }
                  nameOfRule={(ruleId) => nameOf(scheduleOf(ruleId) ?? { playlist: null })}
                  mayChange={mayChange}
                  isHeld={held?.id === schedule.id}
                  onOpen={() => {
                    if (isDragEnd()) return;
                    grid.current?.focus({ preventScroll: true });
                    onOpen(schedule);
                  }}
                />
              )
            );
          })}
          {(isMarked || drag?.kind === 'new') &&
            marked.days.map((day) => <Marked key={day} day={day} window={marked} isFirst={day === marked.days[0]} />)}
          {today >= 0 && today < 7 && (
            <span
              className={styles.now}
              data-testid="now"
              style={{ top: percent(now % dayMinutes, dayMinutes), left: percent(today, 7), width: percent(1, 7) }}
            />
          )}
        </div>
      </div>
    </WeekFrame>
  );
}

function Marked({ day, window: { from, to }, isFirst }: { day: number; window: DayWindow; isFirst: boolean }) {
  const end = to === 0 ? dayMinutes : to;
  return (
    <span
      className={styles.marked}
      style={{
        left: percent(day, 7),
        width: percent(1, 7),
        top: percent(from, dayMinutes),
        height: percent(end - from, dayMinutes),
      }}
    >
      {isFirst && `${hourInWords(from)} às ${hourInWords(to)}`}
    </span>
  );
}

/** What one click begins: an hour, within the day. */
const hourFrom = (cell: Cell): DayWindow =>
  windowBetween(cell, { ...cell, minute: Math.min(dayMinutes - slotMinutes, cell.minute + slotMinutes) });

function draggedWindow(rule: Schedule, drag: Drag): DayWindow {
  const { days, from, to } = rule;
  if (drag.kind === 'from' || drag.kind === 'to') return resized({ days, from, to }, drag.kind, drag.now);
  return moved({ days, from, to }, drag.start, drag.now);
}

/** 'seg, 7:00: Manhã', or what is marked. */
function cellInWords(
  { cell, anchor }: WeekCursor,
  isMarked: boolean,
  rule: Schedule | undefined,
  baseName: string,
): string {
  if (!isMarked) return `${weekdayNames[cell.day]}, ${hourInWords(cell.minute)}: ${rule ? nameOf(rule) : baseName}`;
  const { days, from, to } = windowBetween(anchor, cell);
  const [first, last] = [weekdayNames[days[0] ?? 0], weekdayNames[days.at(-1) ?? 0]];
  return `marcado: ${first === last ? first : `${first} a ${last}`}, ${hourInWords(from)} às ${hourInWords(to)}`;
}
