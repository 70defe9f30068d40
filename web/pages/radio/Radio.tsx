import { useSignals } from '@preact/signals-react/runtime';
import { ListMusic, RadioTower, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RadioSettings, StudioRadioStation } from '../../../src/contract/radio.ts';
import { limits } from '../../../src/contract/limits.ts';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { FeaturePage } from '../../components/shell/layout/FeaturePage.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { StationPreview } from '../../components/media/StationPreview.tsx';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { hasCapability, hasFeature } from '../../state/session.ts';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { Segmented } from '../../ui/form/choice/Segmented.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { EcadCard } from './EcadCard.tsx';
import { QuietCard } from './QuietCard.tsx';
import styles from './Radio.module.css';
import { SoundCard } from './SoundCard.tsx';
import { ScreenSounds } from './soundtracks/ScreenSounds.tsx';
import { Soundtracks } from './soundtracks/Soundtracks.tsx';
import { StationChoice } from './StationChoice.tsx';
import { useRadioSettings } from './use-radio-settings.ts';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Delay in ms before a chosen station is saved, because arrow keys select every station that they pass. */
const stationDelayMs = 400;

/** Shows the page 'Som Ambiente': settings of the radio or music that screens play (contract/README 2.9). */
export function Radio() {
  useSignals();
  const isAllowed = hasFeature('canAccessRadio');
  const settings = useRadioSettings(isAllowed);
  const stations = useResource(
    'GET /api/radio-stations',
    {},
    { enabled: isAllowed, refetchMs: limits.screensRefetchMs },
  );
  const screens = useResource('GET /api/my-players', {}, { enabled: isAllowed, refetchMs: limits.screensRefetchMs });
  const soundtracks = useResource(
    'GET /api/soundtracks',
    {},
    { enabled: isAllowed, refetchMs: limits.screensRefetchMs },
  );
  const [playingId, setPlayingId] = useState<number>();
  const [shownSource, setShownSource] = useState<'station' | 'soundtrack'>();
  const mayChange = hasCapability('radio');
  useStationCheck(mayChange ? settings.data : undefined, stations.data);
  const playing = stations.data?.find(({ id }) => id === playingId);

  const source = shownSource ?? (settings.data?.selectedSoundtrackId == null ? 'station' : 'soundtrack');

  const loaded = settings.data &&
    stations.data &&
    soundtracks.data && {
      settings: settings.data,
      stations: stations.data,
      soundtracks: soundtracks.data,
      screens: screens.data,
      mayChange,
    };
  const error = [settings, stations, soundtracks].find(({ data }) => !data)?.error;
  function retry(): Promise<unknown> {
    return Promise.all([settings.refetch(), stations.refetch(), soundtracks.refetch()]);
  }

  return (
    <FeaturePage
      feature="o som ambiente"
      isAllowed={isAllowed}
      error={settings.error}
      title="Som Ambiente"
      subtitle="A rádio ou a música que toca nas suas telas"
    >
      <RoleNote needs="radio" />
      {loaded ? (
        <Stack fluid gap={5} className={styles.page}>
          <SoundCard {...loaded} isSaving={settings.isSaving} onChange={settings.update} />
          <Stack fluid gap={4} className={styles.source}>
            <Segmented
              label="O que toca nas telas"
              showLabel
              value={source}
              onChange={setShownSource}
              options={[
                { value: 'station', label: 'Estação', icon: <RadioTower /> },
                { value: 'soundtrack', label: 'Trilha própria', icon: <ListMusic /> },
              ]}
            />
            {source === 'station' ? (
              <StationChoice
                stations={loaded.stations}
                mayChange={mayChange}
                selectedId={loaded.settings.selectedSoundtrackId === null ? loaded.settings.selectedRadioId : null}
                onSelect={(selectedRadioId) =>
                  settings.update({ selectedRadioId, selectedSoundtrackId: null }, stationDelayMs)
                }
                playingId={playingId}
                onListen={setPlayingId}
              />
            ) : (
              <Soundtracks
                soundtracks={loaded.soundtracks}
                selectedId={loaded.settings.selectedSoundtrackId}
                mayChange={mayChange}
                onSelect={(selectedSoundtrackId) => settings.update({ selectedSoundtrackId }, stationDelayMs)}
              />
            )}
            <ScreenSounds {...loaded} screens={screens} />
          </Stack>
          <Stack fluid gap={5}>
            <QuietCard quiet={loaded.settings.quiet} mayChange={mayChange} />
            <EcadCard ecad={loaded.settings.ecad} mayChange={mayChange} />
          </Stack>
          {playing && (
            <section className={styles.dock} aria-label="Ouvindo neste computador">
              <StationPreview key={playing.id} name={playing.name} streamUrl={playing.streamUrl} />
              <IconButton label="Parar de ouvir" icon={<X />} onClick={() => setPlayingId(undefined)} />
            </section>
          )}
        </Stack>
      ) : error ? (
        <LoadError error={error} onRetry={retry} />
      ) : (
        <Stack fluid gap={5} className={styles.page}>
          <Skeleton height="11rem" radius="var(--radius-lg)" />
          <Skeleton height="20rem" radius="var(--radius-lg)" />
        </Stack>
      )}
    </FeaturePage>
  );
}

/** While no screen plays the chosen station, nobody knows whether it transmits: makes the server check it once. */
function useStationCheck(
  settings: RadioSettings | undefined,
  stations: readonly StudioRadioStation[] | undefined,
): void {
  const chosen = settings?.isEnabled ? stations?.find(({ id }) => id === settings.selectedRadioId) : undefined;
  const id = chosen?.signal.state === 'unknown' ? chosen.id : undefined;
  useEffect(() => {
    if (id === undefined) return;
    // The reloaded list contains the result; failures are ignored.
    mutate('POST /api/radio-stations/:id/check', { params: { id } }).catch(() => undefined);
  }, [id]);
}
