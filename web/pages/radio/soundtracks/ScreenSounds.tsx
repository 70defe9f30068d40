import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import type { Soundtrack } from '../../../../src/contract/radio.ts';
import { LoadError } from '../../../components/shell/loading/LoadError.tsx';
import { useAction } from '../../../state/form/use-action.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { change, mutate, type Resource } from '../../../state/resources/resource.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { Picker } from '../../../ui/form/picker/Picker.tsx';
import { Select } from '../../../ui/form/Select.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { focusIfLost } from '../../../ui/overlay/focus-if-lost.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import type { SoundCardProps } from '../SoundCard.tsx';
import styles from '../StationChoice.module.css';

type Screen = Pick<MyPlayer, 'id' | 'name'>;

interface ScreenSoundsProps extends Pick<SoundCardProps, 'settings' | 'stations' | 'soundtracks' | 'mayChange'> {
  screens: Resource<readonly Screen[]>;
}

const rowsPerStep = 30;
const errorTitle = 'Erro ao escolher a trilha';

/** Gives a screen a soundtrack of its own. With null the screen plays what the clinic has chosen for all. */
const chooseSoundtrack = (playerId: number, soundtrackId: number | null) =>
  mutate(
    'PUT /api/my-players/:id/soundtrack',
    { params: { id: playerId }, body: { soundtrackId } },
    {
      optimistic: [
        change('GET /api/radio-settings', (settings) => ({
          ...settings,
          screens: [
            ...settings.screens.filter((each) => each.playerId !== playerId),
            ...(soundtrackId === null ? [] : [{ playerId, soundtrackId }]),
          ],
        })),
      ],
    },
  );

const optionsOf = (soundtracks: readonly Soundtrack[]) =>
  soundtracks.map(({ id, name }) => ({ value: String(id), label: name }));

/** Lists the screens with a soundtrack of their own; more screens can be added. */
export function ScreenSounds({ settings, stations, soundtracks, mayChange, ...props }: ScreenSoundsProps) {
  const { data: screens, error, refetch } = props.screens;
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLDivElement>(null);
  const soundtrackIds = new Map(settings.screens.map(({ playerId, soundtrackId }) => [playerId, soundtrackId]));
  const listed = (screens ?? []).filter(({ id }) => soundtrackIds.has(id));
  const { shown, end } = useInfiniteScroll(listed, rowsPerStep);
  const clinicSound =
    soundtracks.find(({ id }) => id === settings.selectedSoundtrackId) ??
    stations.find(({ id }) => id === settings.selectedRadioId);
  if (soundtracks.length === 0) return null;
  if (!screens && error)
    return (
      <Card title="Telas com trilha própria">
        <LoadError error={error} onRetry={refetch} />
      </Card>
    );
  if (!screens?.length) return null;
  return (
    <Card title="Telas com trilha própria">
      <Stack fluid gap={4}>
        <Text as="p" muted size="sm" breakable>
          {listed.length === screens.length
            ? 'Todas as telas têm trilha própria.'
            : `${listed.length > 0 ? 'As outras' : 'Todas as'} telas tocam o som da clínica${clinicSound ? `: ${clinicSound.name}` : ', que ainda não foi escolhido'}.`}
        </Text>
        {listed.length > 0 && (
          <div>
            <Stack as="ul" fluid gap={4} aria-label="Telas com trilha própria">
              {shown.map((screen) => (
                <OwnSound
                  key={screen.id}
                  screen={screen}
                  soundtracks={soundtracks}
                  soundtrackId={soundtrackIds.get(screen.id)}
                  mayChange={mayChange}
                  onRemoved={() => focusIfLost(() => addButton.current?.querySelector('button') ?? null)}
                />
              ))}
            </Stack>
            <div ref={end} />
          </div>
        )}
        {mayChange && listed.length < screens.length && (
          <div ref={addButton}>
            <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
              {listed.length > 0 ? 'Outra tela' : 'Escolher para uma tela'}
            </Button>
          </div>
        )}
      </Stack>
      {isAdding && (
        <ChooseDialog
          soundtracks={soundtracks}
          screens={screens}
          nameOf={(id) => soundtracks.find((each) => each.id === soundtrackIds.get(id))?.name}
          onClose={() => setAdding(false)}
        />
      )}
    </Card>
  );
}

interface OwnSoundProps {
  screen: Screen;
  soundtracks: readonly Soundtrack[];
  soundtrackId: number | undefined;
  mayChange: boolean;
  onRemoved: () => void;
}

function OwnSound({ screen: { id, name }, soundtracks, soundtrackId, mayChange, onRemoved }: OwnSoundProps) {
  const [choose] = useAction(errorTitle, (value: number | null) => chooseSoundtrack(id, value));
  return (
    <Row as="li" gap={3} rowGap={2} align="end" wrap>
      <div className={styles.screen}>
        <Select
          label={name}
          disabled={!mayChange}
          value={String(soundtrackId)}
          options={optionsOf(soundtracks)}
          onChange={(value) => void choose(Number(value))}
        />
      </div>
      {mayChange && (
        <Button
          variant="ghost"
          aria-label={`Usar o da clínica: ${name}`}
          onClick={() => {
            void choose(null);
            onRemoved();
          }}
        >
          Usar o da clínica
        </Button>
      )}
    </Row>
  );
}

interface ChooseDialogProps {
  soundtracks: readonly Soundtrack[];
  screens: readonly Screen[];
  /** Returns the name of a screen's own soundtrack. */
  nameOf: (screenId: number) => string | undefined;
  onClose: () => void;
}

function ChooseDialog({ soundtracks, screens, nameOf, onClose }: ChooseDialogProps) {
  const { field, dialog } = useDialogForm(
    { screenId: null as number | null, soundtrackId: String(soundtracks[0]?.id) },
    {
      errorTitle,
      check: ({ screenId }) => ({ screenId: screenId === null ? 'Escolha uma tela.' : undefined }),
      save: ({ screenId, soundtrackId }) => chooseSoundtrack(screenId ?? 0, Number(soundtrackId)),
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} title="Trilha de uma tela" description="No lugar do som da clínica." action="Escolher">
      <Picker
        label="Tela"
        placeholder="Buscar pelo nome"
        empty="Nenhuma tela ainda."
        items={screens.map(({ id, name }) => {
          const detail = nameOf(id);
          return { id, title: name, ...(detail && { detail }) };
        })}
        {...field('screenId')}
      />
      <Select label="Trilha" options={optionsOf(soundtracks)} {...field('soundtrackId')} />
    </FormDialog>
  );
}
