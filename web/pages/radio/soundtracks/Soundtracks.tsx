import { ListMusic, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { Soundtrack } from '../../../../src/contract/radio.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { usePlayback } from '../../../ui/hooks/use-playback.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import styles from '../StationChoice.module.css';
import { NameDialog } from './NameDialog.tsx';
import { SoundtrackCard } from './SoundtrackCard.tsx';

interface SoundtracksProps {
  soundtracks: readonly Soundtrack[];
  selectedId: number | null;
  mayChange: boolean;
  onSelect: (id: number) => void;
}

/** Shows the form field for the soundtrack, with its tracks. */
export function Soundtracks({ soundtracks, selectedId, mayChange, onSelect }: SoundtracksProps) {
  const group = useId();
  const [isNaming, setNaming] = useState(false);
  const { playing, toggle } = usePlayback();
  const create = mayChange && soundtracks.length < limits.soundtrack.perAccount && (
    <Button
      icon={<Plus />}
      variant={soundtracks.length === 0 ? 'primary' : 'secondary'}
      onClick={() => setNaming(true)}
    >
      Criar trilha
    </Button>
  );

  return (
    <Stack fluid gap={5}>
      {soundtracks.length === 0 ? (
        <EmptyState
          icon={<ListMusic />}
          title="Nenhuma trilha ainda"
          text="Uma trilha reúne músicas suas, que tocam sem internet e sem propaganda, em ordem misturada."
          action={create || undefined}
        />
      ) : (
        <fieldset>
          <legend className={styles.legend}>Escolha a trilha</legend>
          <Text as="p" muted size="sm" marginBottom={3}>
            As músicas tocam em ordem misturada, todas uma vez antes de alguma se repetir.
          </Text>
          <Stack as="ul" fluid gap={3}>
            {soundtracks.map((soundtrack) => (
              <SoundtrackCard
                key={soundtrack.id}
                soundtrack={soundtrack}
                groupName={group}
                isChosen={soundtrack.id === selectedId}
                mayChange={mayChange}
                onChoose={() => onSelect(soundtrack.id)}
                playingUrl={playing}
                onListen={toggle}
              />
            ))}
          </Stack>
          <Row marginTop={4}>{create}</Row>
        </fieldset>
      )}
      {isNaming && (
        <NameDialog
          title="Nova trilha"
          action="Criar"
          maxLength={limits.soundtrack.nameLength}
          onSave={(name) => mutate('POST /api/soundtracks', { body: { name } })}
          onClose={() => setNaming(false)}
        />
      )}
    </Stack>
  );
}
