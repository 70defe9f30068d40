import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import styles from './Urgent.module.css';
import { targetsInWords } from './urgent-words.ts';

export interface Targets {
  /** `everybody`: a manager's, the screens of all accounts. */
  kind: 'all' | 'some' | 'everybody';
  playerIds: ReadonlySet<number>;
  groupIds: ReadonlySet<number>;
}

/** On which screens: all, groups and single ones, or (managers) everybody's. Those without a device show nothing. */
export function UrgentTargets({
  screens,
  groups,
  value,
  onChange,
  mayReachEverybody,
}: {
  screens: readonly MyPlayer[];
  groups: readonly ScreenGroup[];
  value: Targets;
  onChange: (value: Targets) => void;
  mayReachEverybody: boolean;
}) {
  const paired = screens.filter(({ isPaired }) => isPaired);
  const toggled = (ids: ReadonlySet<number>, id: number, isChosen: boolean) =>
    new Set(isChosen ? [...ids, id] : [...ids].filter((each) => each !== id));
  return (
    <div>
      <ChoiceList
        label="Onde"
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        options={[
          { value: 'all', label: 'Todas as minhas telas', hint: targetsInWords(paired) },
          { value: 'some', label: 'Escolher grupos e telas' },
          ...(mayReachEverybody ? [{ value: 'everybody' as const, label: 'Todas as telas de todos os clientes' }] : []),
        ]}
      />
      {value.kind === 'some' && (
        <fieldset className={styles.choices}>
          <legend className={styles.hidden}>Grupos e telas</legend>
          {groups.map(({ id, name, playerIds }) => (
            <Checkbox
              key={`group-${id}`}
              label={<strong>{name}</strong>}
              hint={targetsInWords(paired.filter((screen) => playerIds.includes(screen.id)))}
              checked={value.groupIds.has(id)}
              onChange={(isChosen) => onChange({ ...value, groupIds: toggled(value.groupIds, id, isChosen) })}
            />
          ))}
          {paired.map(({ id, name, isOnline }) => (
            <Checkbox
              key={id}
              label={name}
              hint={isOnline ? 'Online' : 'Offline'}
              checked={value.playerIds.has(id)}
              onChange={(isChosen) => onChange({ ...value, playerIds: toggled(value.playerIds, id, isChosen) })}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
