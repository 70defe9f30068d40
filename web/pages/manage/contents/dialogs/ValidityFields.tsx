import { dateProblem, isIsoDate } from '../../../../ui/form/date/parse-date.ts';
import { DateField } from '../../../../ui/form/date/DateField.tsx';
import { Grid, Text } from '../../../../ui/layout/primitives.tsx';

export interface Validity {
  /** Date such as '2026-12-25', or '' for no limit. */
  validFrom: string;
  validUntil: string;
}

type ValidityErrors = Partial<Record<keyof Validity, string | undefined>>;

interface ValidityFieldsProps {
  value: Validity;
  errors: ValidityErrors;
  onChange: (value: Validity) => void;
}

/** Shows the form fields for the first and the last day on which a content is shown, in the clinic's time zone. */
export function ValidityFields({ value, errors, onChange }: ValidityFieldsProps) {
  return (
    <fieldset>
      <Text as="legend" weight="bold" marginBottom={2}>
        Validade
      </Text>
      <Grid min="10rem" fit gap={3}>
        <DateField
          label="Primeiro dia"
          value={value.validFrom}
          error={errors.validFrom}
          onChange={(validFrom) => onChange({ ...value, validFrom })}
        />
        <DateField
          label="Último dia"
          value={value.validUntil}
          error={errors.validUntil}
          onChange={(validUntil) => onChange({ ...value, validUntil })}
        />
      </Grid>
      <Text as="p" muted size="sm" marginTop={2}>
        Depois do último dia sai da TV sozinho e continua em Meus Conteúdos. Vazio: sem limite.
      </Text>
    </fieldset>
  );
}

export const validityErrors = ({ validFrom, validUntil }: Validity): ValidityErrors => ({
  validFrom: dateProblem(validFrom),
  validUntil:
    dateProblem(validUntil) ??
    (isIsoDate(validFrom) && validUntil && validUntil < validFrom
      ? 'O último dia não pode vir antes do primeiro.'
      : undefined),
});
