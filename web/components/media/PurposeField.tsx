import { useSignals } from '@preact/signals-react/runtime';
import type { StatedPurpose } from '../../../src/contract/media.ts';
import { medicineRefusal, missingIdentification } from '../../../src/contract/text/identification.ts';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

interface PurposeFieldProps {
  /** Undefined if the edited contents have different purposes. */
  value: StatedPurpose | undefined;
  onChange: (purpose: StatedPurpose) => void;
}

/** Shows a field for a content's purpose (contract/README 3.10), why medicines are refused, and what the clinic's profile lacks. */
export function PurposeField({ value, onChange }: PurposeFieldProps) {
  useSignals();
  const { data: profile } = useResource('GET /api/clinic-profile', undefined, { enabled: value === 'advertising' });
  const missing = value === 'advertising' && profile ? missingIdentification(profile) : [];
  return (
    <Stack fluid gap={2}>
      <Segmented<StatedPurpose | ''>
        label="Finalidade"
        showLabel
        value={value ?? ''}
        onChange={(purpose) => purpose && onChange(purpose)}
        options={[
          { value: 'information', label: 'Informativo' },
          { value: 'advertising', label: 'Publicidade' },
          { value: 'medicine', label: 'Medicamento' },
        ]}
      />
      {value === 'medicine' && (
        <Callout tone="danger" role="alert" compact>
          {medicineRefusal}
        </Callout>
      )}
      {missing.length > 0 && (
        <Callout tone="warning" role="status" compact>
          A TV mostra só a identificação que existe. Falta: {missing.join(', ')}.{' '}
          {hasCapability('account') ? (
            <a href={paths.clinic}>Completar a identificação</a>
          ) : (
            'Peça a um proprietário da conta para completar a identificação da clínica.'
          )}
        </Callout>
      )}
    </Stack>
  );
}
