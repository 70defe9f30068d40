import { Play, Square } from 'lucide-react';
import { urlOf } from '../../../../api/client.ts';
import { StationPreview } from '../../../../components/media/StationPreview.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import styles from './StationTrial.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

export interface StationTrialProps {
  name: string;
  /** The address that is playing as a test. */
  testedUrl: string | undefined;
  onStartOrStop: () => void;
  /** Defined if the server received no sound from the address: the station may be off the air for a time only. */
  onSaveAnyway: (() => void) | undefined;
}

/** Shows a button that plays the typed address through the server, and 'Salvar mesmo assim' if `onSaveAnyway` is defined. */
export function StationTrial({ name, testedUrl, onStartOrStop, onSaveAnyway }: StationTrialProps) {
  return (
    <Row gap={2} align="center" wrap>
      <Button
        size="sm"
        icon={testedUrl ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
        onClick={onStartOrStop}
      >
        {testedUrl ? 'Parar' : 'Testar'}
      </Button>
      {onSaveAnyway && (
        <>
          <Button size="sm" onClick={onSaveAnyway}>
            Salvar mesmo assim
          </Button>
          <Text as="p" muted size="sm" className={styles.fullRow}>
            Se a rádio só está fora do ar agora, salve: ela toca quando voltar.
          </Text>
        </>
      )}
      {testedUrl && (
        <div className={styles.fullRow}>
          <StationPreview
            key={testedUrl}
            name={name}
            streamUrl={urlOf('GET /api/admin/radio-stations/trial', { query: { upstreamUrl: testedUrl } })}
          />
        </div>
      )}
    </Row>
  );
}
