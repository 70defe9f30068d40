import { useSignals } from '@preact/signals-react/runtime';
import { Dices, Plus, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { call } from '../../api/client.ts';
import { FeatureOff } from '../../components/shell/FeatureOff.tsx';
import { LoadError } from '../../components/shell/LoadError.tsx';
import { PageLayout } from '../../components/shell/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resource.ts';
import { mayUse } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { assign as assignTo, unassign } from '../../components/playlists/assignments.ts';
import { type Frequency, frequencies } from '../../components/playlists/frequencies.ts';
import styles from './TestNewSystem.module.css';

const back = { href: paths.home, label: 'Início' };

/** 'Test screen' (contract/README 2.10): one video, one playlist, a frequency, and the order that comes of it. */
export function TestNewSystem() {
  useSignals();
  const isAllowed = mayUse('canAccessManagement');
  const videos = useResource('GET /api/videos', {}, { enabled: isAllowed });
  const playlists = useResource('GET /api/playlists', {}, { enabled: isAllowed });
  const [videoId, setVideoId] = useState('');
  const [playlistId, setPlaylistId] = useState('');
  const [frequency, setFrequency] = useState<Frequency>('1');
  const [sequence, setSequence] = useState<PlayItem[]>();
  // Undefined too when it was deleted since it was chosen.
  const video = videos.data?.find(({ id }) => String(id) === videoId);
  const playlist = playlists.data?.find(({ id }) => String(id) === playlistId);
  const assignments = useResource(
    'GET /api/videos/:id/assignments',
    { params: { id: Number(videoId) } },
    { enabled: isAllowed && video !== undefined },
  );

  const [assign, assigning] = useAction('Erro', async () => {
    if (!video || !playlist) return;
    await assignTo(video, playlist, Number(frequency));
    setSequence(undefined);
    toast({ title: 'Vídeo atribuído à playlist com sucesso!' });
  });
  const [remove, removing] = useAction('Erro', async (fromId: number) => {
    await unassign(Number(videoId), fromId);
    setSequence(undefined);
    toast({ title: 'Atribuição removida com sucesso!' });
  });
  const [generate, generating] = useAction('Erro', async () =>
    setSequence(await call('GET /api/playlists/:id/randomized', { params: { id: Number(playlistId) } })),
  );
  const [refresh, refreshing] = useAction('Erro', () =>
    Promise.all([videos.refresh(), playlists.refresh(), ...(video ? [assignments.refresh()] : [])]),
  );

  if (!isAllowed || videos.error?.code === 'feature_disabled') {
    return <FeatureOff title="Teste do Novo Sistema" feature="o teste" />;
  }
  const missing = [videos, playlists].find(({ error, data }) => error && !data);
  if (missing) {
    return (
      <PageLayout title="Teste do Novo Sistema" back={back}>
        <LoadError error={missing.error} onRetry={missing.refetch} />
      </PageLayout>
    );
  }

  return (
    <PageLayout
      title="Teste do Novo Sistema"
      subtitle="Atribua um vídeo a uma playlist e veja a sequência gerada"
      back={back}
    >
      <div className={styles.columns}>
        <Card title="Atribuição">
          <div className={styles.form}>
            <Select
              label="Vídeo"
              placeholder="Selecione um vídeo"
              value={video ? videoId : ''}
              onChange={setVideoId}
              options={(videos.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Select
              label="Playlist"
              placeholder="Selecione uma playlist"
              value={playlist ? playlistId : ''}
              onChange={(id) => {
                setPlaylistId(id);
                setSequence(undefined);
              }}
              options={(playlists.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <Segmented showLabel label="Frequência" options={frequencies} value={frequency} onChange={setFrequency} />
            <div className={styles.buttons}>
              <Button
                variant="primary"
                icon={<Plus aria-hidden="true" />}
                disabled={!video || !playlist}
                pending={assigning}
                onClick={() => void assign()}
              >
                Atribuir Vídeo à Playlist
              </Button>
              <Button
                icon={<Dices aria-hidden="true" />}
                disabled={!playlist}
                pending={generating}
                onClick={() => void generate()}
              >
                Gerar Sequência Aleatória
              </Button>
              <Button
                variant="ghost"
                icon={<RotateCw aria-hidden="true" />}
                pending={refreshing}
                onClick={() => void refresh()}
              >
                Atualizar Dados
              </Button>
            </div>
          </div>
        </Card>
        <div className={styles.lists}>
          <Card title="Atribuições do vídeo">
            {!video ? (
              <p className={styles.none}>Selecione um vídeo.</p>
            ) : !assignments.data ? (
              assignments.error ? (
                <LoadError error={assignments.error} onRetry={assignments.refetch} />
              ) : (
                <Skeleton height="3rem" radius="var(--radius)" />
              )
            ) : assignments.data.length === 0 ? (
              <p className={styles.none}>Este vídeo não está em nenhuma playlist.</p>
            ) : (
              <ul aria-label="Atribuições do vídeo">
                {assignments.data.map((each) => (
                  <li key={each.id} className={styles.row}>
                    <span className={styles.name}>{each.playlist.name}</span>
                    <Badge tone="accent">{each.frequency}x</Badge>
                    <Button
                      size="sm"
                      pending={removing}
                      onClick={() => void remove(each.playlistId)}
                      aria-label={`Remover de ${each.playlist.name}`}
                    >
                      Remover
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Card>
          <Card title="Sequência aleatória">
            {!sequence ? (
              <p className={styles.none}>Selecione uma playlist e gere a sequência.</p>
            ) : sequence.length === 0 ? (
              <p className={styles.none}>Nenhum vídeo na playlist</p>
            ) : (
              <ol aria-label="Sequência aleatória">
                {sequence.map(({ name }, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- the same item comes again: its place is its identity
                  <li key={index} className={styles.row}>
                    <span className={styles.number}>{index + 1}.</span>
                    <span className={styles.name}>{name}</span>
                  </li>
                ))}
              </ol>
            )}
          </Card>
        </div>
      </div>
    </PageLayout>
  );
}
