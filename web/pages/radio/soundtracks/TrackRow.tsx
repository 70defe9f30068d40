import { EllipsisVertical, FileText, Pencil, Play, RotateCw, Square, Trash2 } from 'lucide-react';
import type { Track } from '../../../../src/contract/radio.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast, toastError } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { formatDuration, formatMb } from '../../../ui/text/format.ts';

interface TrackRowProps {
  track: Track;
  mayChange: boolean;
  isPlaying: boolean;
  onListen: () => void;
  onEdit: (field: 'name' | 'licence') => void;
}

/** Shows a track: its state, a button to listen to it, and its actions. */
export function TrackRow({ track, mayChange, isPlaying, onListen, onEdit }: TrackRowProps) {
  const { id, name, licence } = track;
  const params = { id };
  const [remove] = useAction('Erro ao excluir a música', async () => {
    await mutate(
      'DELETE /api/tracks/:id',
      { params },
      { optimistic: [change('GET /api/soundtracks', withoutTrack(id))] },
    );
    toast({ title: 'Música excluída', description: name, action: { label: 'Desfazer', onAct: () => void restore() } });
  });
  const [retry] = useAction('Erro ao tentar novamente', () => mutate('POST /api/tracks/:id/retry', { params }));
  async function restore(): Promise<void> {
    try {
      await mutate('POST /api/tracks/:id/restore', { params });
      toast({ title: 'Exclusão desfeita', description: name });
    } catch (error) {
      toastError('Erro ao desfazer', error);
    }
  }

  return (
    <Row as="li" gap={3} align="center">
      <IconButton
        outlined
        label={`${isPlaying ? 'Parar' : 'Ouvir'}: ${name}`}
        icon={isPlaying ? <Square /> : <Play />}
        disabled={!track.mediaUrl}
        onClick={onListen}
      />
      <Text as="div" grow breakable>
        <Text block weight="medium">
          {name}
        </Text>
        <Row gap={2} align="center" wrap>
          <Text muted size="sm" tabular tone={track.processingStatus === 'failed' ? 'danger' : undefined}>
            {detailOf(track)}
          </Text>
          {(licence.hasFile || licence.note) && <Badge tone="success">Licença</Badge>}
        </Row>
      </Text>
      {mayChange && (
        <Menu
          trigger={(props) => <IconButton label={`Ações: ${name}`} icon={<EllipsisVertical />} {...props} />}
          items={[
            ...(track.canRetry
              ? [{ label: 'Tentar novamente', icon: <RotateCw />, onSelect: () => void retry() }]
              : []),
            { label: 'Mudar nome', icon: <Pencil />, onSelect: () => onEdit('name') },
            { label: 'Licença', icon: <FileText />, onSelect: () => onEdit('licence') },
            { label: 'Excluir', icon: <Trash2 />, tone: 'danger', onSelect: () => void remove() },
          ]}
        />
      )}
    </Row>
  );
}

const withoutTrack =
  (id: number) =>
  <Listed extends { tracks: Track[] }>(soundtracks: Listed[]): Listed[] =>
    soundtracks.map((soundtrack) => ({ ...soundtrack, tracks: soundtrack.tracks.filter((track) => track.id !== id) }));

function detailOf({ processingStatus, processingError, durationS, sizeMb }: Track): string {
  if (processingStatus === 'failed') return processingError ?? 'Falhou';
  if (processingStatus !== 'completed') return 'Preparando para as telas...';
  return `${formatDuration(durationS ?? 0)}, ${formatMb(sizeMb)}`;
}
