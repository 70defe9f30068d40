import { Pause, Play, Trash2, TriangleAlert } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Schedule } from '../../../../src/contract/programme/schedules.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { plural } from '../../../ui/text/format.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { ruleColour } from './rule-colour.ts';
import styles from './RuleList.module.css';
import { hasEnded, conflictInWords, playbackNameOf, sentenceOf, titleOf, whenInWords } from './sentences.ts';
import { baseName, groupOf, type Target } from './targets.ts';
import type { Piece } from '../week/week.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

export interface RuleListProps {
  rules: readonly Schedule[];
  pieces: readonly Piece[];
  target: Target;
  /** Date such as '2026-11-22'. */
  today: string;
  mayChange: boolean;
  onOpen: (rule: Schedule) => void;
  onPause: (rule: Schedule) => void;
  onDelete: (rule: Schedule) => void;
}

/** Lists the rules of a programme as sentences: 'seg a sex, 7:00 às 12:00: Manhã'. */
export function RuleList({ rules, pieces, target, today, mayChange, onOpen, onPause, onDelete }: RuleListProps) {
  const list = useRef<HTMLDivElement>(null);
  const sorted = [...rules].sort(
    (a, b) => (a.days[0] ?? 0) - (b.days[0] ?? 0) || a.from - b.from || b.priority - a.priority || a.id - b.id,
  );
  const nameOfId = (id: number) => titleOf(rules.find((rule) => rule.id === id) ?? { playlist: null, name: '' });
  const [past, current] = [true, false].map((isPast) => sorted.filter((rule) => hasEnded(rule, today) === isPast));

  function remove(rule: Schedule, index: number): void {
    onDelete(rule);
    // The focused button disappears with its line: focus the button of the next line.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? [];
      (buttons[Math.min(index, buttons.length - 1)] ?? document.querySelector<HTMLElement>('h1'))?.focus();
    });
  }

  const lines = (shown: readonly Schedule[] = []): ReactNode =>
    shown.map((rule, index) => (
      <RuleLine
        key={rule.id}
        {...{ rule, target, today, mayChange, onOpen, onPause }}
        conflictTexts={conflictTextsOf(rule.id, pieces, nameOfId)}
        onDelete={() => remove(rule, index)}
      />
    ));
  return (
    <div ref={list}>
      {rules.length > 0 && (
        <Stack as="ul" fluid aria-label="Regras da programação">
          {lines(current)}
        </Stack>
      )}
      {past && past.length > 0 && (
        <details className={styles.past}>
          <summary>{plural(past.length, 'regra que já passou', 'regras que já passaram')}</summary>
          <Stack as="ul" fluid aria-label="Regras que já passaram">
            {lines(past)}
          </Stack>
        </details>
      )}
      <Text as="p" muted size="sm" className={styles.base}>
        {rules.length > 0 ? 'Nos outros horários' : 'Sempre'}:{' '}
        <strong>{baseName(target) ?? 'nada, até que uma playlist seja enviada'}</strong>
      </Text>
    </div>
  );
}

interface RuleLineProps extends Pick<RuleListProps, 'target' | 'today' | 'mayChange' | 'onOpen' | 'onPause'> {
  rule: Schedule;
  conflictTexts: readonly string[];
  onDelete: () => void;
}

function RuleLine({ rule, target, today, mayChange, conflictTexts, onOpen, onPause, onDelete }: RuleLineProps) {
  const isPast = hasEnded(rule, today);
  const group = groupOf(rule, target);
  const sentence = (
    <>
      <span className={styles.when}>{rule.name ? `${rule.name}, ${whenInWords(rule)}` : whenInWords(rule)}</span>
      <span className={styles.name}>{playbackNameOf(rule)}</span>
    </>
  );
  return (
    <Row as="li" gap={3} align="start" className={classNames(styles.line, (isPast || rule.isPaused) && styles.ended)}>
      <span className={styles.colour} style={{ background: ruleColour(rule.plays) }} />
      <Text as="div" grow>
        {mayChange ? (
          <button type="button" className={styles.open} onClick={() => onOpen(rule)}>
            {sentence}
          </button>
        ) : (
          <p className={styles.open}>{sentence}</p>
        )}
        {(group || rule.priority > 0 || rule.targets.length > 1 || isPast || rule.isPaused) && (
          <Row as="p" gap={1} wrap marginTop={1}>
            {isPast && <Badge>já passou</Badge>}
            {rule.isPaused && <Badge tone="warning">em pausa</Badge>}
            {rule.priority > 0 && <Badge tone="info">prioridade {rule.priority}</Badge>}
            {group && <Badge tone="info">do grupo {group.name}</Badge>}
            {rule.targets.length > 1 && <Badge>{targetsText(rule)}</Badge>}
          </Row>
        )}
        {conflictTexts.map((text) => (
          <Row as="p" gap={1} tone="warning" size="xs" key={text} className={styles.conflict}>
            <TriangleAlert />
            {text}
          </Row>
        ))}
      </Text>
      {mayChange && (
        <>
          <IconButton
            size="sm"
            label={`${rule.isPaused ? 'Retomar' : 'Pausar'}: ${sentenceOf(rule)}`}
            icon={rule.isPaused ? <Play /> : <Pause />}
            onClick={() => onPause(rule)}
          />
          <IconButton
            data-remove=""
            size="sm"
            tone="danger"
            label={`Excluir: ${sentenceOf(rule)}`}
            icon={<Trash2 />}
            onClick={onDelete}
          />
        </>
      )}
    </Row>
  );
}

/** Returns the number of a rule's targets: '2 telas', '1 tela e 2 grupos'. */
function targetsText({ targets }: Schedule): string {
  const groups = targets.filter(({ kind }) => kind === 'group').length;
  const screens = targets.length - groups;
  const parts = [
    screens > 0 ? plural(screens, 'tela', 'telas') : '',
    groups > 0 ? plural(groups, 'grupo', 'grupos') : '',
  ];
  return parts.filter((part) => part !== '').join(' e ');
}

/** Returns one text for each rule that overrides this one in the shown week. */
function conflictTextsOf(id: number, pieces: readonly Piece[], nameOfId: (id: number) => string): string[] {
  const conflicts = pieces.filter((piece) => piece.rule.id === id).flatMap((piece) => piece.conflicts);
  return [...new Set(conflicts.map(({ by, why }) => conflictInWords(nameOfId(by.id), why)))];
}
