import { Stepper } from '../../../../ui/form/choice/Stepper.tsx';
import { Switch } from '../../../../ui/form/Switch.tsx';
import { type QuotaForm, quotaMaxima } from './quota-form.ts';
import styles from './QuotasDialog.module.css';

type Extras = NonNullable<QuotaForm['more']>;

/** The number of screens and the features of an account. */
export function QuotaExtras({
  value,
  onChange,
  error,
  usedPlayers,
}: {
  value: Extras;
  onChange: (value: Extras) => void;
  error?: string;
  usedPlayers: number;
}) {
  const set =
    <Name extends keyof Extras>(name: Name) =>
    (next: Extras[Name]) =>
      onChange({ ...value, [name]: next });
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Telas</legend>
        <Switch
          label="Limitar o número de telas"
          hint={`Em uso: ${usedPlayers}`}
          checked={value.limitsPlayers}
          onChange={set('limitsPlayers')}
        />
        {value.limitsPlayers && (
          <div className={styles.players}>
            <Stepper
              hideLabel
              label="Número de telas"
              step={1}
              max={quotaMaxima.maxPlayers}
              value={value.maxPlayers}
              onChange={set('maxPlayers')}
              error={error}
            />
          </div>
        )}
      </fieldset>
      <fieldset className={styles.group}>
        <legend>Recursos</legend>
        <Switch
          label="Conteúdos e playlists"
          checked={value.canAccessManagement}
          onChange={set('canAccessManagement')}
        />
        <Switch label="Mensagens" checked={value.canAccessBreakingNews} onChange={set('canAccessBreakingNews')} />
        <Switch label="Rádio" checked={value.canAccessRadio} onChange={set('canAccessRadio')} />
      </fieldset>
    </>
  );
}
