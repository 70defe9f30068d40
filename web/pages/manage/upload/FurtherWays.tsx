import { ListPlus, MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import type { Destination } from '../../../state/uploads/upload-item.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { PlaceDialog } from './PlaceDialog.tsx';
import styles from './SendPanel.module.css';
import { ShowDialog } from './ShowDialog.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';

interface FurtherWaysProps {
  count: number;
  /** Returns false when something is missing; the person sees a message. */
  isComplete: () => boolean;
  onSend: (destination: Destination) => void;
}

/** Sending the files where they are to be seen: into a playlist, or onto a TV. `count`: how many. */
export function FurtherWays({ count, isComplete, onSend }: FurtherWaysProps) {
  const [goal, setGoal] = useState<'playlist' | 'screen'>();
  const dialog = { count, onSend, onClose: () => setGoal(undefined) };
  return (
    <Stack gap={2} className={styles.further}>
      <Button icon={<ListPlus />} disabled={count === 0} onClick={() => isComplete() && setGoal('playlist')}>
        Colocar na playlist...
      </Button>
      <Button icon={<MonitorPlay />} disabled={count === 0} onClick={() => isComplete() && setGoal('screen')}>
        Exibir na TV...
      </Button>
      {goal === 'playlist' && <PlaceDialog {...dialog} />}
      {goal === 'screen' && <ShowDialog {...dialog} />}
    </Stack>
  );
}
