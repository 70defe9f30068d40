import { useSignals } from '@preact/signals-react/runtime';
import { useEffect, useMemo, useState } from 'react';
import { rulesWhileClosed } from '../../../src/contract/programme/opening-hours.ts';
import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import type { Schedule } from '../../../src/contract/programme/schedules.ts';
import { dateOfDay, dayOfMinute, localMinuteAt, weekdayOf } from '../../components/programme/local-time.ts';
import { targetInAddress } from '../../navigation/programme-target.ts';
import { readStored, writeStored } from '../../state/device-storage.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Card } from '../../ui/layout/Card.tsx';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { changeRuleHours, deleteRule, togglePause } from './rules/change-rules.ts';
import { HolidaysDialog } from './holidays/HolidaysDialog.tsx';
import { MonthGrid } from './month/MonthGrid.tsx';
import { Legend } from './week/Legend.tsx';
import { RulesWithoutTargets } from './rules/RulesWithoutTargets.tsx';
import { ProgrammeBar } from './ProgrammeBar.tsx';
import styles from './ProgrammeBoard.module.css';
import { OpeningCard } from './OpeningCard.tsx';
import { Proposals } from './rules/Proposals.tsx';
import { proposalsFor, unusedProposals } from './rules/proposals.ts';
import type { InitialRule } from './rules/rule-form.ts';
import { RuleDialog } from './rules/RuleDialog.tsx';
import { RulesCard } from './rules/RulesCard.tsx';
import { ShareDialog } from './rules/ShareDialog.tsx';
import { keyOf, programmeRulesOf, rulesFor, rulesWithoutTargets, type Target, targetsOf } from './rules/targets.ts';
import { piecesOf } from './week/week.ts';
import { WeekBar } from './week/WeekBar.tsx';
import { WeekGrid } from './week/WeekGrid.tsx';
import { WhatPlays } from './WhatPlays.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

/** Proposals are hidden if the programme has at least this number of rules. */
const hideProposalsFrom = 4;

const views = [
  { value: 'list', label: 'Lista' },
  { value: 'week', label: 'Semana' },
  { value: 'month', label: 'Mês' },
] as const;

/** localStorage key of the target shown last. An id of another account matches no target. */
const storageKey = 'antessala-programme-target';

interface ProgrammeBoardProps {
  screens: readonly MyPlayer[];
  groups: readonly ScreenGroup[];
  schedules: readonly Schedule[];
  playlists: readonly Playlist[];
}

/** Shows the programme of the target in the address, else of the target shown last, else of the first target. */
export function ProgrammeBoard({ screens, groups, ...rest }: ProgrammeBoardProps) {
  useSignals();
  const targets = useMemo(() => targetsOf(screens, groups), [screens, groups]);
  const find = (key: string | null | undefined) => targets.find((each) => keyOf(each) === key);
  const target = find(targetInAddress.value) ?? find(readStored(storageKey)) ?? targets[0];
  const key = target && keyOf(target);
  useEffect(() => {
    if (key) writeStored(storageKey, key);
  }, [key]);
  return target && <TargetProgramme {...{ target, targets }} {...rest} />;
}

/** Shows the programme of one target as a list, a week or a month. */
function TargetProgramme({
  target,
  targets,
  schedules,
  playlists,
}: Omit<ProgrammeBoardProps, 'screens' | 'groups'> & { target: Target; targets: readonly Target[] }) {
  useSignals();
  const now = localMinuteAt(useNow(20_000));
  const today = dayOfMinute(now);
  const mayChange = hasCapability('programme');
  const isNarrow = useMediaQuery('(max-width: 60rem)');
  const [weeksAhead, setWeeksAhead] = useState(0);
  const [view, setView] = useState<(typeof views)[number]['value']>('list');
  /** What the rule dialog shows: an existing rule, or the initial values of a new one. */
  const [open, setOpen] = useState<Schedule | InitialRule>();
  const [dialog, setDialog] = useState<'share' | 'holidays'>();
  const [remove] = useAction('Erro ao excluir regra', deleteRule);
  const [pause] = useAction('Erro ao pausar regra', togglePause);
  const [changeHours] = useAction('Erro ao mudar horário', changeRuleHours);

  const targetRules = useMemo(() => rulesFor(schedules, target), [schedules, target]);
  const withoutTargets = useMemo(() => rulesWithoutTargets(schedules), [schedules]);
  const monday = today - weekdayOf(today) + weeksAhead * 7;
  const rules = useMemo(() => programmeRulesOf(targetRules, target, monday), [targetRules, target, monday]);
  const pieces = useMemo(() => piecesOf(rules, monday), [rules, monday]);
  const closedHours = useClosedRules();

  const proposals =
    mayChange && targetRules.length < hideProposalsFrom ? unusedProposals(proposalsFor(playlists), targetRules) : [];
  const onDelete = (rule: Schedule) => void remove(rule);
  const onOpen = mayChange ? setOpen : () => undefined;
  return (
    <>
      <RulesWithoutTargets rules={withoutTargets} {...{ mayChange, onOpen, onDelete }} />
      <ProgrammeBar
        {...{ target, targets, mayChange }}
        onShare={targetRules.length > 0 && targets.length > 1 ? () => setDialog('share') : undefined}
        onHolidays={() => setDialog('holidays')}
        onNew={() => setOpen({})}
      />
      {mayChange && targetRules.length === 0 && <Proposals proposals={proposals} target={target} onChoose={setOpen} />}
      <Text as="div" marginBottom={3}>
        <Segmented
          label="Mostrar"
          value={isNarrow || view === 'month' ? view : 'week'}
          onChange={setView}
          options={isNarrow ? views : views.slice(1)}
        />
      </Text>
      <Stack gap={4} align="start" className={styles.board}>
        {view === 'month' && (
          <MonthGrid
            {...{ target, today, closedHours }}
            schedules={targetRules}
            onChoose={(day) => (setWeeksAhead(Math.floor((day - monday) / 7) + weeksAhead), setView('week'))}
          />
        )}
        {(isNarrow ? view === 'week' : view !== 'month') && (
          <Card padding="sm" label="Semana">
            <WeekBar monday={monday} weeksAhead={weeksAhead} onChange={setWeeksAhead} />
            <WeekGrid
              {...{ rules, pieces, closedHours, monday, now, mayChange, onOpen, onDelete }}
              schedules={targetRules}
              target={target}
              onNew={setOpen}
              onHoursChange={(rule, window) => void changeHours(rule, window)}
            />
            <Legend rules={targetRules} target={target} hasClosedHours={closedHours.length > 0} />
          </Card>
        )}
        {(!isNarrow || view === 'list') && (
          <Stack gap={4} canShrink>
            <RulesCard
              {...{ pieces, target, mayChange, onOpen, onDelete, proposals }}
              rules={targetRules}
              today={dateOfDay(today)}
              onProposal={setOpen}
              onPause={(rule) => void pause(rule)}
            />
            <WhatPlays schedules={targetRules} {...{ playlists, target, now }} />
            <OpeningCard mayChange={mayChange} />
          </Stack>
        )}
      </Stack>
      {open && mayChange && (
        <RuleDialog
          rule={'id' in open ? open : undefined}
          initial={'id' in open ? {} : open}
          {...{ target, targets, playlists, onDelete }}
          rules={targetRules}
          onClose={() => setOpen(undefined)}
        />
      )}
      <TargetDialogs
        {...{ dialog, target, targets, schedules, playlists }}
        rules={targetRules}
        today={dateOfDay(today)}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

/** Returns rules for the hours in which the clinic is closed. */
function useClosedRules() {
  const openingHours = useResource('GET /api/opening-hours').data;
  return useMemo(() => (openingHours ? rulesWhileClosed(openingHours) : []), [openingHours]);
}

interface TargetDialogsProps extends Omit<ProgrammeBoardProps, 'screens' | 'groups'> {
  dialog: 'share' | 'holidays' | undefined;
  target: Target;
  targets: readonly Target[];
  rules: readonly Schedule[];
  today: string;
  onClose: () => void;
}

function TargetDialogs({ dialog, schedules, playlists, today, ...rest }: TargetDialogsProps) {
  const { target, targets } = rest;
  if (dialog === 'share')
    return <ShareDialog {...rest} schedules={schedules} otherTargets={targets.filter((each) => each !== target)} />;
  return dialog === 'holidays' ? <HolidaysDialog {...rest} {...{ playlists, today }} /> : null;
}
