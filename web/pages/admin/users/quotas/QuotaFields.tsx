import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { formatMb } from '../../../../ui/text/format.ts';
import { parseNumber } from '../../../../ui/form/typing/parse-number.ts';
import { Stepper } from '../../../../ui/form/choice/Stepper.tsx';
import { Switch } from '../../../../ui/form/Switch.tsx';
import { type QuotaErrors, type QuotaForm, quotaMaxima } from './quota-form.ts';
import styles from './QuotasDialog.module.css';
import { Grid, Stack } from '../../../../ui/layout/primitives.tsx';

type Extras = NonNullable<QuotaForm['extras']>;

/** Shows the form fields for the quotas with their usage, and for the number of screens and the features. */
export function QuotaFields({
  user,
  form,
  errors,
  onChange,
}: {
  user: ListedAccountWithCounts;
  form: QuotaForm;
  errors: QuotaErrors;
  onChange: (changes: Partial<QuotaForm>) => void;
}) {
  const propsOf = (name: 'maxStorageGb' | 'maxPlaylists' | 'maxVideos', used: number, usedText = String(used)) => ({
    value: form[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: errors[name],
    max: quotaMaxima[name],
    hint:
      parseNumber(form[name]) < used
        ? `Em uso: ${usedText}. Nada é excluído; novos itens são recusados.`
        : `Em uso: ${usedText}`,
  });
  const { extras } = form;
  const switchProps = (name: Exclude<keyof Extras, 'maxPlayers'>) => ({
    checked: extras?.[name] ?? false,
    onChange: (isOn: boolean) => extras && onChange({ extras: { ...extras, [name]: isOn } }),
  });

  return (
    <>
      <Grid min="9rem" fit gap={4} align="start" className={styles.numbers}>
        <Stepper
          label="Armazenamento (GB)"
          step={limits.quota.storageStepGb}
          {...propsOf('maxStorageGb', user.storageUsed, formatMb(user.storageUsed * 1024))}
        />
        <Stepper
          label="Playlists"
          step={limits.quota.playlistsStep}
          {...propsOf('maxPlaylists', user.actualPlaylistCount)}
        />
        <Stepper label="Conteúdos" step={limits.quota.videosStep} {...propsOf('maxVideos', user.actualVideoCount)} />
      </Grid>
      {extras && (
        <>
          <Stack as="fieldset" gap={4} className={styles.group}>
            <legend>Telas</legend>
            <Switch
              label="Limitar o número de telas"
              hint={`Em uso: ${user.actualPlayerCount}`}
              {...switchProps('limitsPlayers')}
            />
            {extras.limitsPlayers && (
              <div className={styles.players}>
                <Stepper
                  hideLabel
                  label="Número de telas"
                  step={1}
                  max={quotaMaxima.maxPlayers}
                  value={extras.maxPlayers}
                  onChange={(maxPlayers) => onChange({ extras: { ...extras, maxPlayers } })}
                  error={errors.maxPlayers}
                />
              </div>
            )}
          </Stack>
          <Stack as="fieldset" gap={4} className={styles.group}>
            <legend>Recursos</legend>
            <Switch label="Conteúdos e playlists" {...switchProps('canAccessManagement')} />
            <Switch label="Mensagens" {...switchProps('canAccessBreakingNews')} />
            <Switch label="Rádio" {...switchProps('canAccessRadio')} />
          </Stack>
        </>
      )}
    </>
  );
}
