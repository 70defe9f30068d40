import { useSignals } from '@preact/signals-react/runtime';
import { Dices, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { call, type Reply } from '../../api/client.ts';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { assign as assignTo, unassign } from '../../components/playlists/assignments.ts';
import { frequencies, type Frequency } from '../../components/playlists/frequencies.ts';
import { type Resource, useResource } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { Select } from '../../ui/form/Select.tsx';
import styles from './AssignmentTestPage.module.css';
import { VideoAssignments } from './VideoAssignments.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

const optionsOf = (all: readonly { id: number; name: string }[] | undefined) =>
  (all ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

export interface AssignmentTestProps {
  videos: Resource<Reply<'GET /api/videos'>>;
  playlists: Resource<Reply<'GET /api/playlists'>>;
}

/** Shows the form that assigns a video to a playlist, lists its assignments, and generates the order of a cycle. */
export function AssignmentTest({ videos, playlists }: AssignmentTestProps) {
  useSignals();
  const mayChange = hasCapability('playlists');
  const [videoId, setVideoId] = useState('');
  const [playlistId, setPlaylistId] = useState('');
  const [frequency, setFrequency] = useState<Frequency>('1');
  const [sequence, setSequence] = useState<PlayItem[]>();
  const failedResource = [videos, playlists].find(({ error, data }) => error && !data);
  // undefined if nothing is chosen or the chosen video was deleted.
  const video = videos.data?.find(({ id }) => String(id) === videoId);
  const playlist = playlists.data?.find(({ id }) => String(id) === playlistId);
  const assignments = useResource(
    'GET /api/videos/:videoId/assignments',
    { params: { videoId: Number(videoId) } },
    { enabled: video !== undefined },
  );

  const [assign, assigning] = useAction('Erro', async () => {
    if (!video || !playlist) return;
    await assignTo(video, playlist, Number(frequency));
    setSequence(undefined);
    toast({ title: 'Vídeo atribuído à playlist com sucesso!' });
  });
  const [remove, removing] = useAction('Erro', async (fromPlaylistId: number) => {
    await unassign(Number(videoId), fromPlaylistId);
    setSequence(undefined);
    toast({ title: 'Atribuição removida com sucesso!' });
  });
  const [generate, generating] = useAction('Erro', async () =>
    setSequence(await call('GET /api/playlists/:id/randomized', { params: { id: Number(playlistId) } })),
  );
  const [refresh, refreshing] = useAction('Erro', () =>
    Promise.all([videos.refresh(), playlists.refresh(), ...(video ? [assignments.refresh()] : [])]),
  );

  return (
    <Stack gap={5} className={styles.columns}>
      <Card title="Atribuição">
        {failedResource ? (
          <LoadError error={failedResource.error} onRetry={failedResource.refetch} />
        ) : (
          <Stack gap={4}>
            <Select
              label="Vídeo"
              placeholder="Selecione um vídeo"
              value={video ? videoId : ''}
              onChange={setVideoId}
              options={optionsOf(videos.data)}
            />
            <Select
              label="Playlist"
              placeholder="Selecione uma playlist"
              value={playlist ? playlistId : ''}
              onChange={(id) => {
                setPlaylistId(id);
                setSequence(undefined);
              }}
              options={optionsOf(playlists.data)}
            />
            <Segmented showLabel label="Frequência" options={frequencies} value={frequency} onChange={setFrequency} />
            <Stack gap={2}>
              {mayChange && (
                <Button
                  variant="primary"
                  icon={<Plus />}
                  disabled={!video || !playlist}
                  pending={assigning}
                  onClick={() => void assign()}
                >
                  Atribuir Vídeo à Playlist
                </Button>
              )}
              <Button icon={<Dices />} disabled={!playlist} pending={generating} onClick={() => void generate()}>
                Gerar Sequência Aleatória
              </Button>
              <Button variant="ghost" icon={<RotateCw />} pending={refreshing} onClick={() => void refresh()}>
                Atualizar Dados
              </Button>
            </Stack>
          </Stack>
        )}
      </Card>
      <Stack gap={5} canShrink className={styles.lists}>
        <Card title="Atribuições do vídeo">
          {video ? (
            <VideoAssignments {...{ assignments, removing }} onRemove={mayChange ? remove : undefined} />
          ) : (
            <Text as="p" muted size="sm">
              Selecione um vídeo.
            </Text>
          )}
        </Card>
        <Card title="Sequência aleatória">
          <Sequence items={sequence} />
        </Card>
      </Stack>
    </Stack>
  );
}

/** Shows the items of one cycle in their order. `items`: undefined until a cycle is generated. */
function Sequence({ items }: { items: readonly PlayItem[] | undefined }) {
  if (!items)
    return (
      <Text as="p" muted size="sm">
        Selecione uma playlist e gere a sequência.
      </Text>
    );
  if (items.length === 0)
    return (
      <Text as="p" muted size="sm">
        Nenhum vídeo na playlist
      </Text>
    );
  return (
    <ol aria-label="Sequência aleatória">
      {items.map(({ name }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an item appears several times: its index is its identity
        <Row as="li" gap={3} align="center" size="sm" key={index} className={styles.row}>
          <Text muted tabular noShrink className={styles.number}>
            {index + 1}.
          </Text>
          <Text breakable grow>
            {name}
          </Text>
        </Row>
      ))}
    </ol>
  );
}
