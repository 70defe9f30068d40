import { ListOrdered, Shuffle } from 'lucide-react';
import { Segmented } from '../../../../ui/form/choice/Segmented.tsx';

/** Shows the form field for the playback mode: Aleatório or Sequencial (contract/README 4.1). */
export function ModeSwitch({ isRandom, onChange }: { isRandom: boolean; onChange: (isRandom: boolean) => void }) {
  return (
    <Segmented
      label="Modo de reprodução"
      showLabel
      value={isRandom ? 'random' : 'sequential'}
      onChange={(mode) => onChange(mode === 'random')}
      options={[
        { value: 'random', label: 'Aleatório', icon: <Shuffle /> },
        { value: 'sequential', label: 'Sequencial', icon: <ListOrdered /> },
      ]}
    />
  );
}
