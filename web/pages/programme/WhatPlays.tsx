import { useState } from 'react';
import { noPlaylistId, whileClosedRuleId, rulesWhileClosed } from '../../../src/contract/programme/opening-hours.ts';
import { precedenceOf } from '../../../src/contract/programme/programme.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import type { Schedule } from '../../../src/contract/programme/schedules.ts';
import {
  clockOf,
  dateOfDay,
  dayMinutes,
  dayOfDate,
  dayOfMinute,
  minuteOf,
} from '../../components/programme/local-time.ts';
import { untilText } from '../../components/programme/until-texts.ts';
import { darkName } from '../../components/screens/plays-now.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { DateField } from '../../ui/form/date/DateField.tsx';
import { TimeField } from '../../ui/form/date/TimeField.tsx';
import { ruleColour } from './rules/rule-colour.ts';
import { playbackNameOf, reasonInWords } from './rules/sentences.ts';
import { programmeRulesOf, type Target } from './rules/targets.ts';
import { playbackAt } from './week/week.ts';
import styles from './WhatPlays.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

interface WhatPlaysProps {
  schedules: readonly Schedule[];
  playlists: readonly Playlist[];
  target: Target;
  /** Minutes since 1970 in the clinic's time zone. */
  now: number;
}

/** Placeholder id for the base playlist of a group whose screens have different base playlists. */
const differentBases = 0;

/** Shows the card 'O que toca em…?': what plays at a chosen time and why. Uses the same function as the screens. */
export function WhatPlays({ schedules, playlists, target, now }: WhatPlaysProps) {
  /** The chosen time. undefined means the current time. */
  const [chosen, setChosen] = useState<{ date: string; clock: string }>();
  const shown = chosen ?? { date: dateOfDay(dayOfMinute(now)), clock: clockOf(now % dayMinutes) };
  const minute = dayOfDate(shown.date) * dayMinutes + (minuteOf(shown.clock) ?? Number.NaN);
  return (
    <Card padding="sm" title="O que toca em…?">
      <Stack gap={2} className={styles.fields}>
        <DateField label="Dia" value={shown.date} onChange={(date) => setChosen({ ...shown, date })} />
        <TimeField label="Hora" value={shown.clock} onChange={(clock) => setChosen({ ...shown, clock })} />
      </Stack>
      <div aria-live="polite" className={styles.playback} data-testid="answer">
        {Number.isFinite(minute) ? (
          <Playback {...{ schedules, playlists, target, minute }} isNow={!chosen} />
        ) : (
          <Text as="p" muted size="sm" marginTop={1}>
            Escolha um dia e uma hora.
          </Text>
        )}
      </div>
      {chosen && (
        <Button size="sm" onClick={() => setChosen(undefined)}>
          Agora
        </Button>
      )}
    </Card>
  );
}

function Playback({
  schedules,
  playlists,
  target,
  minute,
  isNow,
}: Omit<Parameters<typeof WhatPlays>[0], 'now'> & { minute: number; isNow: boolean }) {
  const { base, hasDifferentBases } = target;
  const baseId = hasDifferentBases ? differentBases : (base?.id ?? null);
  const openingHours = useResource('GET /api/opening-hours').data;
  const rules = [
    ...programmeRulesOf(schedules, target, dayOfMinute(minute)),
    ...(openingHours ? rulesWhileClosed(openingHours) : []).map((each) => ({ ...each, priority: precedenceOf(each) })),
  ];
  // Returns the hours of a playlist's items. While the clinic is closed a rule may play no playlist (noPlaylistId): no items.
  const hoursOf = (id: number) =>
    id === noPlaylistId ? [] : (playlists.find((each) => each.id === id)?.hours ?? null);
  const { plays, rule, emptyRule, until, overridden } = playbackAt(rules, baseId, minute, hoursOf);
  const scheduleOf = (id: number) => schedules.find((each) => each.id === id);
  const name =
    plays === 'dark'
      ? darkName
      : plays === null
        ? 'Nada'
        : plays === differentBases
          ? 'A playlist de cada tela'
          : (playlists.find(({ id }) => id === plays)?.name ?? (plays === base?.id ? base.name : 'Playlist'));
  const overriddenRules = overridden.flatMap((other) => {
    const schedule = scheduleOf(other.rule.id);
    return schedule ? [{ name: playbackNameOf(schedule), why: other.why }] : [];
  });
  const reason = reasonInWords(
    rule && scheduleOf(rule.id),
    overriddenRules,
    hasDifferentBases ? 'perScreen' : base ? 'sent' : 'none',
    emptyRule && scheduleOf(emptyRule.id),
  );
  return (
    <>
      <Row as="p" gap={2} rowGap={0} align="baseline" wrap breakable>
        {plays !== null && plays !== differentBases && (
          <span className={styles.dot} style={{ background: ruleColour(plays) }} />
        )}
        <strong>{name}</strong>
        <Text muted size="sm">
          {isNow ? 'agora, ' : ''}
          {untilText(until, minute)}
        </Text>
      </Row>
      <Text as="p" muted size="sm" marginTop={1}>
        {(rule ?? emptyRule)?.id === whileClosedRuleId ? 'porque a clínica está fechada' : reason}.
      </Text>
    </>
  );
}
