import { useCallback, useId, useMemo, useRef } from 'react';
import type { DayWindow, ProgrammeRule } from '../../../../src/contract/programme/programme.ts';
import { hourInWords, weekdayNames } from '../../../../src/contract/programme/texts.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { dateText, dateOfDay, dayMinutes, dayOfMinute } from '../../../components/programme/local-time.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { areWindowsEqual, type Cell, moveWindow, resizeWindow, windowBetween } from './drag.ts';
import { playbackNameOf } from '../rules/sentences.ts';
import { baseName, groupOf, type Target } from '../rules/targets.ts';
import { type Drag, useWeekDrag } from './use-week-drag.ts';
import { useWeekCursor, type WeekCursor } from './use-week-cursor.ts';
import { occurrencesAt, percent, type Piece, piecesOf, slotMinutes } from './week.ts';
import { WeekBlock } from './WeekBlock.tsx';
import { WeekCells } from './WeekCells.tsx';
import { WeekFrame } from './WeekFrame.tsx';
import styles from './WeekGrid.module.css';

interface WeekGridProps {
  /** The same rules in two formats: for programme.ts (`rules`), and as returned by the server (`schedules`). */
  rules: readonly ProgrammeRule[];
  schedules: readonly Schedule[];
  pieces: readonly Piece[];
  /** Rules for the hours in which the clinic is closed. */
  closedHours: readonly ProgrammeRule[];
  target: Target;
  /** First day of the week, in days since 1970. */
  monday: number;
  /** Minutes since 1970 in the clinic's time zone. */
  now: number;
  mayChange: boolean;
  onOpen: (rule: Schedule) => void;
  onNew: (window: DayWindow) => void;
  onHoursChange: (rule: Schedule, window: DayWindow) => void;
  onDelete: (rule: Schedule) => void;
}

const initialCell: Cell = { day: 0, minute: 7 * 60 };

/**
 * Shows the week as a grid of half hours. Mouse and touch create, open, move and resize rules; the keyboard creates, opens and
 * deletes them.
 */
export function WeekGrid(props: WeekGridProps) {
  const { rules, schedules, target, monday, now, mayChange, onOpen, onNew, onHoursChange, onDelete } = props;
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const byId = useMemo(() => new Map(schedules.map((each) => [each.id, each])), [schedules]);
  const scheduleOf = (ruleId: number | undefined) => (ruleId === undefined ? undefined : byId.get(ruleId));
  const nameOfRule = useCallback((ruleId: number) => playbackNameOf(byId.get(ruleId) ?? { playlist: null }), [byId]);
  const ruleAt = ({ day, minute }: Cell) =>
    scheduleOf(occurrencesAt(rules, (monday + day) * dayMinutes + minute)[0]?.rule.id);

  const { drag, onPointerDown, isClickAfterDrag, cellOf } = useWeekDrag(area, mayChange, (done) => {
    const rule = scheduleOf(done.ruleId);
    if (done.kind === 'new') onNew(windowBetween(done.start, done.current));
    else if (rule) {
      const window = draggedWindow(rule, done);
      if (!areWindowsEqual(rule, window)) onHoursChange(rule, window);
    }
  });
  const openOrCreate = ({ cell, anchor }: WeekCursor) => {
    const rule = cell === anchor ? ruleAt(cell) : undefined;
    if (rule) onOpen(rule);
    else if (mayChange) onNew(windowBetween(anchor, cell));
  };
  const { cursor, isMarked, onKeyDown, moveCursor } = useWeekCursor(initialCell, {
    onEnter: openOrCreate,
    onDelete: (cell) => {
      const rule = ruleAt(cell);
      if (rule && mayChange) onDelete(rule);
    },
  });

  const draggedRule = drag && scheduleOf(drag.ruleId);
  const newHours = draggedRule && drag ? draggedWindow(draggedRule, drag) : undefined;
  const pieces = useDraggedPieces(props, draggedRule, newHours);
  const openRule = useRef<(ruleId: number) => void>(() => undefined);
  openRule.current = (ruleId) => {
    const schedule = scheduleOf(ruleId);
    if (isClickAfterDrag() || !schedule) return;
    grid.current?.focus({ preventScroll: true });
    onOpen(schedule);
  };
  const onOpenBlock = useCallback((ruleId: number) => openRule.current(ruleId), []);
  const marked =
    drag?.kind === 'new' ? windowBetween(drag.start, drag.current) : windowBetween(cursor.anchor, cursor.cell);
  const today = dayOfMinute(now) - monday;

  return (
    <WeekFrame instructionsId={`${id}-keys`} {...{ monday, today, mayChange }}>
      <div
        ref={area}
        className={classNames(styles.area, drag && styles.dragging)}
        onPointerDown={onPointerDown}
        onClick={(event) => {
          if (isClickAfterDrag()) return;
          const cell = cellOf(event);
          moveCursor(cell);
          grid.current?.focus({ preventScroll: true });
          if (mayChange) onNew(hourFrom(cell));
        }}
      >
        <WeekCells
          ref={grid}
          describedBy={`${id}-keys`}
          label={`Semana de ${dateText(dateOfDay(monday))}`}
          cell={cursor.cell}
          isMarked={isMarked}
          text={cellInWords(cursor, isMarked, ruleAt(cursor.cell), baseName(target) ?? 'nada')}
          onKeyDown={onKeyDown}
        />
        <div className={styles.blocks}>
          <ClosedHours rules={props.closedHours} />
          {pieces.map((piece) => {
            const schedule = scheduleOf(piece.rule.id);
            return (
              schedule && (
                <WeekBlock
                  key={`${piece.rule.id}-${piece.day}-${piece.beginsHere}`}
                  piece={piece}
                  schedule={draggedRule === schedule ? asDragged(schedule, piece.rule) : schedule}
                  groupName={groupOf(schedule, target)?.name}
                  nameOfRule={nameOfRule}
                  mayChange={mayChange}
                  isDragged={draggedRule === schedule}
                  onOpen={onOpenBlock}
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

/** Shades the hours in which the clinic is closed. */
function ClosedHours({ rules }: { rules: readonly ProgrammeRule[] }) {
  return rules.flatMap(({ days, from, to }) =>
    days.map((day) => (
      <span
        key={`${day}-${from}`}
        className={styles.closed}
        data-testid="closed-hours"
        style={{
          left: percent(day, 7),
          width: percent(1, 7),
          top: percent(from, dayMinutes),
          height: percent((to === 0 ? dayMinutes : to) - from, dayMinutes),
        }}
      />
    )),
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

/** With more rules than this, conflicts are redrawn only at the end of a drag. */
const maxRedrawnRules = 60;
/** Layer above all pieces of the week. */
const topLayer = 100_000;

/** Returns the pieces of the week, with the dragged rule at its current hours. */
function useDraggedPieces(
  { rules, pieces, monday }: WeekGridProps,
  draggedRule: Schedule | undefined,
  window: DayWindow | undefined,
): readonly Piece[] {
  return useMemo(
    () => {
      const rule = rules.find(({ id }) => id === draggedRule?.id);
      if (!rule || !window) return pieces;
      const moved = { ...rule, ...window };
      if (rules.length <= maxRedrawnRules)
        return piecesOf(
          rules.map((each) => (each === rule ? moved : each)),
          monday,
        );
      const movedPieces = piecesOf([moved], monday).map((piece) => ({ ...piece, layer: topLayer }));
      return [...pieces.filter((piece) => piece.rule !== rule), ...movedPieces];
    },
    // Compare `window` by its values, because a drag creates a new object for each cell.
    // oxlint-disable-next-line react/exhaustive-deps
    [rules, pieces, monday, draggedRule?.id, window?.from, window?.to, window?.days.join()],
  );
}

const asDragged = (schedule: Schedule, { days, from, to }: DayWindow): Schedule => ({
  ...schedule,
  ...{ days: [...days], from, to },
});

/** Returns the hour that a click on a cell selects. */
const hourFrom = (cell: Cell): DayWindow =>
  windowBetween(cell, { ...cell, minute: Math.min(dayMinutes - slotMinutes, cell.minute + slotMinutes) });

function draggedWindow(rule: Schedule, drag: Drag): DayWindow {
  const { days, from, to } = rule;
  if (drag.kind === 'from' || drag.kind === 'to') return resizeWindow({ days, from, to }, drag.kind, drag.current);
  return moveWindow({ days, from, to }, drag.start, drag.current);
}

/** Returns the text of a cell ('seg, 7:00: Manhã') or of the marked hours, for screen readers. */
function cellInWords(
  { cell, anchor }: WeekCursor,
  isMarked: boolean,
  rule: Schedule | undefined,
  baseName: string,
): string {
  if (!isMarked)
    return `${weekdayNames[cell.day]}, ${hourInWords(cell.minute)}: ${rule ? playbackNameOf(rule) : baseName}`;
  const { days, from, to } = windowBetween(anchor, cell);
  const [first, last] = [weekdayNames[days[0] ?? 0], weekdayNames[days.at(-1) ?? 0]];
  return `marcado: ${first === last ? first : `${first} a ${last}`}, ${hourInWords(from)} às ${hourInWords(to)}`;
}
