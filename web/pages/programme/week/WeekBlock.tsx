import { Layers, Moon } from 'lucide-react';
import { type CSSProperties, memo } from 'react';
import { hoursInWords } from '../../../../src/contract/programme/texts.ts';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { dayMinutes } from '../../../components/programme/local-time.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { ruleColour } from '../rules/rule-colour.ts';
import { conflictInWords, playbackNameOf, sentenceOf } from '../rules/sentences.ts';
import styles from './WeekBlock.module.css';
import { percent, type Piece } from './week.ts';
import { Text } from '../../../ui/layout/primitives.tsx';

/**
 * Shows the hours of a rule on one day. Overridden hours are hatched, and a group's rule has an icon. Keyboard users
 * open the rule from the cells or the list. Memoized, because a week may have thousands of blocks.
 */
export const WeekBlock = memo(function WeekBlock({
  piece,
  schedule,
  groupName,
  nameOfRule,
  mayChange,
  isDragged,
  onOpen,
}: {
  piece: Piece;
  schedule: Schedule;
  /** Name of the group through which the rule applies to the shown screen. */
  groupName: string | undefined;
  nameOfRule: (id: number) => string;
  mayChange: boolean;
  isDragged: boolean;
  onOpen: (ruleId: number) => void;
}) {
  const { day, from, to, depth, conflicts } = piece;
  const length = to - from;
  const indent = Math.min(0.6, depth * 0.2);
  const visible = visiblePartOf(piece);
  const visibleMinutes = visible.to - visible.from;
  const conflictTexts = [...new Set(conflicts.map(({ by, why }) => conflictInWords(nameOfRule(by.id), why)))];
  const groupText = groupName === undefined ? [] : [`Do grupo ${groupName}`];
  const texts = [sentenceOf(schedule), ...groupText, ...conflictTexts];
  const position: CSSProperties & Record<'--colour', string> = {
    '--colour': ruleColour(schedule.plays),
    left: `calc(${percent(day + indent, 7)} + 2px)`,
    width: `calc(${percent(1 - indent, 7)} - 4px)`,
    zIndex: piece.layer,
    top: percent(from, dayMinutes),
    height: percent(length, dayMinutes),
  };
  return (
    <button
      type="button"
      tabIndex={-1}
      data-rule={piece.rule.id}
      className={classNames(
        styles.block,
        schedule.plays === 'dark' && styles.dark,
        groupName !== undefined && styles.fromGroup,
        isDragged && styles.dragged,
        mayChange && styles.movable,
        !piece.beginsHere && styles.beganBefore,
        !piece.endsHere && styles.continues,
      )}
      style={position}
      aria-label={texts.join('. ')}
      title={texts.join('\n')}
      onClick={(event) => {
        event.stopPropagation();
        onOpen(piece.rule.id);
      }}
    >
      {conflicts.map((part) => (
        <span
          key={part.from}
          data-conflict=""
          className={styles.conflict}
          style={{ top: percent(part.from - from, length), height: percent(part.to - part.from, length) }}
        />
      ))}
      {visibleMinutes > 0 && (
        <span
          className={styles.text}
          style={{ top: percent(visible.from - from, length), height: percent(visibleMinutes, length) }}
        >
          <Text ellipsis className={styles.name}>
            {groupName !== undefined && <Layers />}
            {schedule.plays === 'dark' && <Moon />}
            {playbackNameOf(schedule)}
          </Text>
          {visibleMinutes >= 90 && (
            <Text tabular ellipsis className={styles.hours}>
              {hoursInWords(schedule)}
            </Text>
          )}
          {visibleMinutes >= 240 && conflictTexts[0] && <span className={styles.why}>{conflictTexts[0]}</span>}
        </span>
      )}
      {mayChange && piece.beginsHere && <span data-edge="from" className={classNames(styles.edge, styles.first)} />}
      {mayChange && piece.endsHere && <span data-edge="to" className={classNames(styles.edge, styles.last)} />}
    </button>
  );
});

/** Returns the longest part of the piece that is not overridden. The text is shown in that part. */
function visiblePartOf({ from, to, conflicts }: Piece): { from: number; to: number } {
  let best = { from, to: from };
  let start = from;
  for (const part of [...conflicts, { from: to, to }]) {
    if (part.from - start > best.to - best.from) best = { from: start, to: part.from };
    start = part.to;
  }
  return best;
}
