import type { AdminUserWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { formatMb } from '../../../../ui/text/format.ts';
import { parseNumber } from '../../../../ui/form/typing/parse-number.ts';
import { Stepper } from '../../../../ui/form/choice/Stepper.tsx';
import { type QuotaErrors, type QuotaForm, quotaMaxima } from './quota-form.ts';
import styles from './QuotasDialog.module.css';

export interface QuotaNumbersProps {
  user: AdminUserWithCounts;
  form: QuotaForm;
  errors: QuotaErrors;
  onChange: (changes: Partial<QuotaForm>) => void;
}

/** Storage, playlists and contents; what is in use is below each. */
export function QuotaNumbers({ user, form, errors, onChange }: QuotaNumbersProps) {
  const number = (name: 'maxStorageGb' | 'maxPlaylists' | 'maxVideos', used: number, usedText: string) => ({
    value: form[name],
    onChange: (value: string) => onChange({ [name]: value }),
    error: errors[name],
    max: quotaMaxima[name],
    hint:
      parseNumber(form[name]) < used
        ? `Em uso: ${usedText}. Nada é excluído; novos itens são recusados.`
        : `Em uso: ${usedText}`,
  });

  return (
    <div className={styles.numbers}>
      <Stepper
        label="Armazenamento (GB)"
        step={limits.quota.storageStepGb}
        {...number('maxStorageGb', user.storageUsed, formatMb(user.storageUsed * 1024))}
      />
      <Stepper
        label="Playlists"
        step={limits.quota.playlistsStep}
        {...number('maxPlaylists', user.actualPlaylistCount, String(user.actualPlaylistCount))}
      />
      <Stepper
        label="Conteúdos"
        step={limits.quota.videosStep}
        {...number('maxVideos', user.actualVideoCount, String(user.actualVideoCount))}
      />
    </div>
  );
}
