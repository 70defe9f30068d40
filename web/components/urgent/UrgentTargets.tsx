import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { ChoiceList } from '../../ui/form/choice/ChoiceList.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { ScreenBoxes } from '../screens/ScreenBoxes.tsx';
import { LoadError } from '../shell/loading/LoadError.tsx';
import { UrgentAccounts } from './UrgentAccounts.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import styles from './Urgent.module.css';
import { countScreens, targetsText } from './urgent-texts.ts';
import type { Targets, useUrgentTargets } from './use-urgent-targets.ts';

/** Shows a field for a notice's screens: all, some groups and screens, or for managers the screens of some or all accounts. */
export function UrgentTargets({
  choices: { screens, groups, counts, failed },
  value,
  onChange,
  mayTargetAccounts,
}: {
  choices: ReturnType<typeof useUrgentTargets>['choices'];
  value: Targets;
  onChange: (value: Targets) => void;
  mayTargetAccounts: boolean;
}) {
  const withToggled = (ids: ReadonlySet<number>, id: number, isChosen: boolean) =>
    new Set(isChosen ? [...ids, id] : [...ids].filter((each) => each !== id));
  const hasChoices = value.kind === 'some' || value.kind === 'accounts';
  return (
    <div>
      <ChoiceList
        label="Onde"
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        options={[
          { value: 'all', label: 'Todas as minhas telas', hint: screens && targetsText(countScreens(screens)) },
          { value: 'some', label: 'Escolher grupos e telas' },
          ...(mayTargetAccounts
            ? [
                { value: 'accounts' as const, label: 'Escolher clientes' },
                { value: 'everybody' as const, label: 'Todas as telas de todos os clientes' },
              ]
            : []),
        ]}
      />
      {hasChoices && failed && <LoadError subject="a lista" error={failed.error} onRetry={failed.refetch} />}
      {hasChoices && !failed && !(value.kind === 'some' ? screens : counts) && <Skeleton height="8rem" />}
      {value.kind === 'some' && screens && (
        <Text as="fieldset" marginTop={2} className={styles.choices}>
          <Text as="legend" visuallyHidden>
            Grupos e telas
          </Text>
          {groups.map(({ id, name, playerIds }) => (
            <Checkbox
              key={`group-${id}`}
              label={<strong>{name}</strong>}
              hint={targetsText(countScreens(screens.filter((screen) => playerIds.includes(screen.id))))}
              checked={value.groupIds.has(id)}
              onChange={(isChosen) => onChange({ ...value, groupIds: withToggled(value.groupIds, id, isChosen) })}
            />
          ))}
          <ScreenBoxes
            screens={screens}
            isChosen={(id) => value.playerIds.has(id)}
            onChoose={(id, isChosen) => onChange({ ...value, playerIds: withToggled(value.playerIds, id, isChosen) })}
            hintOf={({ isOnline }) => (isOnline ? 'Online' : 'Offline')}
          />
        </Text>
      )}
      {value.kind === 'accounts' && counts && (
        <UrgentAccounts
          counts={counts}
          chosen={value.accounts}
          onChoose={(accounts) => onChange({ ...value, accounts })}
        />
      )}
    </div>
  );
}
