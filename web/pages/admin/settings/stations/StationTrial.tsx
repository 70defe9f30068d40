import { Play, Square } from 'lucide-react';
import { urlOf } from '../../../../api/client.ts';
import { StationPreview } from '../../../../components/media/StationPreview.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import styles from './StationTrial.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

export interface StationTrialProps {
  name: string;
  /** Address that is playing. */
  triedUrl: string | undefined;
  onStartOrStop: () => void;
  /** Given where the station only does not play now. */
  onSaveAnyway: (() => void) | undefined;
}

/** Plays the station as screens will, through the server, and saves it even if the server received no sound. */
export function StationTrial({ name, triedUrl, onStartOrStop, onSaveAnyway }: StationTrialProps) {
  return (
    <Row gap={2} align="center" wrap>
      <Button
        size="sm"
        icon={triedUrl ? <Square aria-hidden="true" /> : <Play aria-hidden="true" />}
        onClick={onStartOrStop}
      >
        {triedUrl ? 'Parar' : 'Testar'}
      </Button>
      {onSaveAnyway && (
        <>
          <Button size="sm" onClick={onSaveAnyway}>
            Salvar mesmo assim
          </Button>
          <Text as="p" muted size="sm" className={styles.line}>
            Se a rádio só está fora do ar agora, salve: ela toca quando voltar.
          </Text>
        </>
      )}
      {triedUrl && (
        <div className={styles.line}>
          <StationPreview
            key={triedUrl}
            name={name}
            streamUrl={urlOf('GET /api/admin/radio-stations/trial', { query: { upstreamUrl: triedUrl } })}
          />
        </div>
      )}
    </Row>
  );
}
