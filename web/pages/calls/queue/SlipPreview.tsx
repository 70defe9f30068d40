import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import type { Paper } from './paper.ts';
import { SlipLines, type SlipLinesProps } from './SlipLines.tsx';
import styles from './TicketSlip.module.css';

interface SlipPreviewProps extends SlipLinesProps {
  paper: Paper;
  onPaper: (paper: Paper) => void;
  onClose: () => void;
}

const papers = [
  { value: 'mm80', label: '80 mm' },
  { value: 'mm58', label: '58 mm' },
] as const;

/** Shows a ticket in its printed size, with a choice of the paper. */
export function SlipPreview({ paper, onPaper, onClose, ...lines }: SlipPreviewProps) {
  return (
    <Dialog open size="md" title="Senha impressa" onClose={onClose}>
      <Stack gap={4}>
        <Segmented label="Papel" showLabel value={paper} onChange={onPaper} options={papers} />
        <div className={`${styles.paper} ${styles[paper]}`}>
          <SlipLines {...lines} />
        </div>
      </Stack>
    </Dialog>
  );
}
