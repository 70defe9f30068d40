import type { ClinicProfile } from '../../../src/contract/accounts/clinic.ts';
import { states } from '../../../src/contract/text/identification.ts';
import { Select } from '../../ui/form/Select.tsx';

type State = ClinicProfile['director']['crmState'];

interface StateFieldProps {
  label: string;
  value: State;
  error?: string | undefined;
  onChange: (state: State) => void;
}

/** Shows the field for the Brazilian state to which a medical council (CRM) belongs. */
export function StateField({ label, value, error, onChange }: StateFieldProps) {
  const options = [
    { value: '', label: 'Escolha' } as const,
    ...states.map((state) => ({ value: state, label: state })),
  ];
  return <Select<State> label={label} value={value} error={error} onChange={onChange} options={options} />;
}
