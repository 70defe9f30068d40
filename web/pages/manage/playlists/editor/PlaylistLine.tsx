import { Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Assignment } from '../../../../../src/contract/playlists.ts';
import { frequencies, type Frequency } from '../../../../components/playlists/frequencies.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { Select } from '../../../../ui/form/Select.tsx';
import { Thumbnail } from '../../contents/list/Thumbnail.tsx';
import { hoursText } from './hours-text.ts';
import { ItemDetails } from './ItemDetails.tsx';
import styles from './PlaylistItems.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

interface PlaylistLineProps {
  assignment: Assignment;
  handle: ReactNode;
  onFrequency: (frequency: number) => void;
  onHours: () => void;
  onRemove: () => void;
}

export function PlaylistLine({
  assignment: { video, frequency, windows },
  handle,
  onFrequency,
  onHours,
  onRemove,
}: PlaylistLineProps) {
  return (
    <Row gap={2} align="center" className={styles.line}>
      {handle}
      <Thumbnail video={video} />
      <Text as="div" grow className={styles.words}>
        <ItemDetails video={video} />
        {windows.length > 0 && (
          <Row as="p" gap={1} align="center" size="xs" weight="medium" className={styles.hours}>
            <Clock />
            {hoursText(windows)}
          </Row>
        )}
      </Text>
      <div className={styles.frequency}>
        <Select
          hideLabel
          label={`Frequência de ${video.name}`}
          value={String(frequency) as Frequency}
          onChange={(value) => onFrequency(Number(value))}
          options={frequencies}
        />
      </div>
      <IconButton label={`Horário de ${video.name}: ${hoursText(windows)}`} icon={<Clock />} onClick={onHours} />
      <IconButton
        data-remove=""
        label={`Remover ${video.name} da playlist`}
        icon={<X />}
        tone="danger"
        onClick={onRemove}
      />
    </Row>
  );
}
