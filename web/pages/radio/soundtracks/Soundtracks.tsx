import { ListMusic, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { AccountRadioSettings, Soundtrack } from '../../../../src/contract/radio.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { usePlayback } from '../../../ui/hooks/use-playback.ts';
import { Card } from '../../../ui/layout/Card.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import styles from '../StationChoice.module.css';
import { NameDialog } from './NameDialog.tsx';
import { SoundtrackCard } from './SoundtrackCard.tsx';

interface SoundtracksProps {
  soundtracks: readonly Soundtrack[];
  settings: AccountRadioSettings;
  screens: readonly Pick<MyPlayer, 'id' | 'name'>[];
  mayChange: boolean;
  onSelect: (id: number) => void;
}

/** Shows the form field for the soundtrack, with its tracks, and for the soundtracks of single screens. */
export function Soundtracks({ soundtracks, settings, screens, mayChange, onSelect }: SoundtracksProps) {
  const group = useId();
  const [isNaming, setNaming] = useState(false);
  const { playing, toggle } = usePlayback();
  const [chooseForScreen] = useAction('Erro ao escolher a trilha', (id: number, soundtrackId: number | null) =>
    mutate('PUT /api/my-players/:id/soundtrack', { params: { id }, body: { soundtrackId } }),
  );
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
          text="Uma trilha são músicas suas: tocam sem internet, sem propaganda, em ordem misturada."
          action={create || undefined}
        />
      ) : (
        <fieldset>
          <legend className={styles.legend}>Escolha a trilha</legend>
          <Stack as="ul" fluid gap={3}>
            {soundtracks.map((soundtrack) => (
              <SoundtrackCard
                key={soundtrack.id}
                soundtrack={soundtrack}
                group={group}
                isChosen={soundtrack.id === settings.selectedSoundtrackId}
                mayChange={mayChange}
                onChoose={() => onSelect(soundtrack.id)}
                playing={playing}
                onListen={toggle}
              />
            ))}
          </Stack>
          <Row marginTop={4}>{create}</Row>
        </fieldset>
      )}
      {soundtracks.length > 0 && screens.length > 0 && (
        <Card title="Trilha de cada tela">
          <Grid min="15rem" gap={4}>
            {screens.map(({ id, name }) => (
              <Select
                key={id}
                label={name}
                disabled={!mayChange}
                value={String(settings.screens.find(({ playerId }) => playerId === id)?.soundtrackId ?? '')}
                options={[
                  { value: '', label: 'Como a clínica' },
                  ...soundtracks.map((one) => ({ value: String(one.id), label: one.name })),
                ]}
                onChange={(value) => void chooseForScreen(id, value === '' ? null : Number(value))}
              />
            ))}
          </Grid>
        </Card>
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
