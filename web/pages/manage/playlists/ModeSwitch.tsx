import { ListOrdered, Shuffle } from 'lucide-react';
import { Segmented } from '../../../ui/Segmented.tsx';

/** The playback mode: Aleatório or Sequencial (document 1, section 2). */
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
