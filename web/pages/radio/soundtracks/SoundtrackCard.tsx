import { useSignals } from '@preact/signals-react/runtime';
import { ChevronDown, ChevronUp, CircleCheck, EllipsisVertical, ListMusic, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Soundtrack } from '../../../../src/contract/radio.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { useConfirmedAction } from '../../../state/form/use-confirmed-action.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { formatDuration, plural } from '../../../ui/text/format.ts';
import styles from '../StationChoice.module.css';
import { LicenceDialog } from './LicenceDialog.tsx';
import { NameDialog } from './NameDialog.tsx';
import { SoundtrackTracks } from './SoundtrackTracks.tsx';
import { trackUploads } from './track-uploads.ts';

interface SoundtrackCardProps {
  soundtrack: Soundtrack;
  groupName: string;
  isChosen: boolean;
  mayChange: boolean;
  onChoose: () => void;
  playingUrl: string | undefined;
  onListen: (url: string) => void;
}

/** Shows a soundtrack with the radio button that chooses it. Opened, it shows its tracks and uploads. */
export function SoundtrackCard({
  soundtrack,
  groupName,
  isChosen,
  mayChange,
  onChoose,
  playingUrl,
  onListen,
}: SoundtrackCardProps) {
  useSignals();
  const { id, name, tracks } = soundtrack;
  const [isOpen, setOpen] = useState(tracks.length === 0);
  const [edited, setEdited] = useState<{ trackId?: number; field: 'name' | 'licence' }>();
  const uploads = trackUploads.value.filter(({ soundtrackId }) => soundtrackId === id);
  const track = tracks.find((one) => one.id === edited?.trackId);
  const [remove] = useConfirmedAction(
    'Erro ao excluir a trilha',
    {
      title: `Excluir a trilha “${name}”?`,
      text: `${tracks.length > 0 ? `${plural(tracks.length, 'música sai', 'músicas saem')} junto. ` : ''}As telas que a tocam voltam para a rádio. Não dá para desfazer.`,
      action: 'Excluir',
    },
    () => mutate('DELETE /api/soundtracks/:id', { params: { id } }),
  );
  const close = () => setEdited(undefined);

  return (
    <Stack as="li" fluid surface className={classNames(styles.station, isChosen && styles.chosen)}>
      <Row gap={2} align="center">
        <Row as="label" gap={3} align="center" grow className={styles.choice}>
          <input type="radio" name={groupName} checked={isChosen} disabled={!mayChange} onChange={onChoose} />
          <span className={styles.picture} aria-hidden="true">
            {isChosen ? <CircleCheck size="1.25rem" /> : <ListMusic size="1.25rem" />}
          </span>
          <Stack as="span" breakable canShrink>
            <span className={styles.name}>{name}</span>
            <Text muted size="sm">
              {summaryOf(soundtrack)}
            </Text>
          </Stack>
        </Row>
        <IconButton
          label={`${isOpen ? 'Fechar' : 'Abrir'}: ${name}`}
          icon={isOpen ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
        {mayChange && (
          <Menu
            trigger={(props) => <IconButton label={`Ações da trilha ${name}`} icon={<EllipsisVertical />} {...props} />}
            items={[
              { label: 'Mudar nome', icon: <Pencil />, onSelect: () => setEdited({ field: 'name' }) },
              { label: 'Excluir trilha', icon: <Trash2 />, tone: 'danger', onSelect: () => void remove() },
            ]}
          />
        )}
      </Row>
      {(isOpen || uploads.length > 0) && (
        <SoundtrackTracks
          soundtrack={soundtrack}
          uploads={uploads}
          mayChange={mayChange}
          playingUrl={playingUrl}
          onListen={onListen}
          onEdit={(trackId, field) => setEdited({ trackId, field })}
        />
      )}
      {edited?.field === 'licence' && track && <LicenceDialog track={track} onClose={close} />}
      {edited?.field === 'name' && (
        <NameDialog
          title={track ? 'Nome da música' : 'Nome da trilha'}
          action="Salvar"
          name={(track ?? soundtrack).name}
          maxLength={track ? limits.contentNameLength : limits.soundtrack.nameLength}
          onSave={(next) =>
            track
              ? mutate('PATCH /api/tracks/:id', { params: { id: track.id }, body: { name: next } })
              : mutate('PATCH /api/soundtracks/:id', { params: { id }, body: { name: next } })
          }
          onClose={close}
        />
      )}
    </Stack>
  );
}

function summaryOf(soundtrack: Soundtrack): string {
  const tracks = soundtrack.tracks.filter(({ processingStatus }) => processingStatus !== 'failed');
  if (tracks.length === 0) return 'Sem músicas';
  const seconds = tracks.reduce((sum, { durationS }) => sum + (durationS ?? 0), 0);
  return `${plural(tracks.length, 'música', 'músicas')}, ${formatDuration(seconds)}`;
}
