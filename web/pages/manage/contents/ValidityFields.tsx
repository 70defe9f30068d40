import { Input } from '../../../ui/Input.tsx';
import styles from './EditContentDialog.module.css';

export interface Validity {
  /** '2026-12-25' or ''. */
  validFrom: string;
  validUntil: string;
}

/** The first and the last day on which a content is shown; the clinic's days. */
export function ValidityFields({
  value,
  error,
  onChange,
}: {
  value: Validity;
  error: string | undefined;
  onChange: (value: Validity) => void;
}) {
  return (
    <fieldset>
      <legend className={styles.legend}>Validade</legend>
      <div className={styles.dates}>
        <Input
          type="date"
          label="Primeiro dia"
          value={value.validFrom}
          onChange={(validFrom) => onChange({ ...value, validFrom })}
        />
        <Input
          type="date"
          label="Último dia"
          value={value.validUntil}
          error={error}
          onChange={(validUntil) => onChange({ ...value, validUntil })}
        />
      </div>
      <p className={styles.note}>
        Depois do último dia sai da TV sozinho e continua em Meus Conteúdos. Vazio: sem limite.
      </p>
    </fieldset>
  );
}

/** What is wrong with the days, if anything. */
export const validityProblem = ({ validFrom, validUntil }: Validity): string | undefined =>
  validFrom && validUntil && validUntil < validFrom ? 'O último dia não pode vir antes do primeiro.' : undefined;
