import { RotateCw, Upload, X } from 'lucide-react';
import { useRef } from 'react';
import type { Soundtrack } from '../../../../src/contract/radio.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { hasCapability, hasFeature } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import styles from '../StationChoice.module.css';
import { dismissUpload, retryUpload, type TrackUpload, uploadTracks } from './track-uploads.ts';
import { TrackRow } from './TrackRow.tsx';

interface SoundtrackTracksProps {
  soundtrack: Soundtrack;
  uploads: readonly TrackUpload[];
  mayChange: boolean;
  playingUrl: string | undefined;
  onListen: (url: string) => void;
  onEdit: (trackId: number, field: 'name' | 'licence') => void;
}

/** Shows the tracks of a soundtrack, its running uploads, and the button that sends more tracks. */
export function SoundtrackTracks({
  soundtrack,
  uploads,
  mayChange,
  playingUrl,
  onListen,
  onEdit,
}: SoundtrackTracksProps) {
  const { id, name, tracks } = soundtrack;
  const input = useRef<HTMLInputElement>(null);
  const maySend = mayChange && hasCapability('contents') && hasFeature('canAccessManagement');
  return (
    <Stack fluid gap={3} className={styles.tracks}>
      {tracks.length === 0 && uploads.length === 0 && (
        <Text as="p" muted size="sm">
          {maySend
            ? 'Envie músicas em MP3, M4A (AAC), OGG ou WAV, de até uma hora cada.'
            : 'Esta trilha ainda não tem músicas. Quem cuida dos conteúdos pode enviá-las.'}
        </Text>
      )}
      <Stack as="ul" fluid gap={3} aria-label={`Músicas de ${name}`}>
        {tracks.map((track) => (
          <TrackRow
            key={track.id}
            track={track}
            mayChange={mayChange}
            isPlaying={playingUrl !== undefined && playingUrl === track.mediaUrl}
            onListen={() => track.mediaUrl && onListen(track.mediaUrl)}
            onEdit={(field) => onEdit(track.id, field)}
          />
        ))}
      </Stack>
      {uploads.map(({ key, name: uploadName, percent, problem }) => (
        <Stack key={key} fluid gap={1} size="sm">
          {problem === undefined ? (
            <>
              <Row between gap={3} align="center">
                <Text breakable>{uploadName}</Text>
                <Row gap={2} align="center">
                  <Text muted tabular>{`${Math.round(percent)}%`}</Text>
                  <IconButton
                    size="sm"
                    label={`Cancelar envio de ${uploadName}`}
                    icon={<X />}
                    onClick={() => dismissUpload(key)}
                  />
                </Row>
              </Row>
              <ProgressBar label={`Enviando ${uploadName}`} value={percent} />
            </>
          ) : (
            <Callout
              compact
              tone="danger"
              role="alert"
              title={uploadName}
              actions={
                <Row gap={1}>
                  <IconButton
                    label={`Tentar de novo: ${uploadName}`}
                    icon={<RotateCw />}
                    onClick={() => retryUpload(key)}
                  />
                  <IconButton label={`Dispensar: ${uploadName}`} icon={<X />} onClick={() => dismissUpload(key)} />
                </Row>
              }
            >
              {problem}
            </Callout>
          )}
        </Stack>
      ))}
      {maySend && tracks.length < limits.soundtrack.tracks && (
        <div>
          <Button icon={<Upload />} onClick={() => input.current?.click()}>
            Enviar músicas
          </Button>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept="audio/*,.mp3,.m4a,.aac,.ogg,.oga,.wav"
            aria-label={`Músicas para ${name}`}
            onChange={(event) => {
              uploadTracks(id, [...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
        </div>
      )}
    </Stack>
  );
}
