import { Volume2, VolumeX } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { AccountRadioSettings, Soundtrack, StudioRadioStation } from '../../../src/contract/radio.ts';
import { limits } from '../../../src/contract/limits.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Slider } from '../../ui/form/choice/Slider.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { soundOf } from './sound-view.ts';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

const volumeDelayMs = 300;

export interface SoundCardProps {
  settings: AccountRadioSettings;
  stations: readonly StudioRadioStation[];
  soundtracks: readonly Soundtrack[];
  /** undefined while loading. */
  screens: readonly MyPlayer[] | undefined;
  mayChange: boolean;
  isSaving: boolean;
  onChange: (changes: Partial<AccountRadioSettings>, delayMs?: number) => void;
}

/** Shows the switch and the volume of the radio or music, and which screens play it. */
export function SoundCard({ settings, stations, soundtracks, screens, mayChange, isSaving, onChange }: SoundCardProps) {
  const { isEnabled, volume } = settings;
  const sound = soundOf(settings, stations, screens, soundtracks);
  const [wasSaving, setWasSaving] = useState(false);
  useEffect(() => {
    if (isSaving) setWasSaving(true);
  }, [isSaving]);

  return (
    <Card>
      <Stack as="fieldset" gap={4} disabled={!mayChange}>
        <div>
          <Switch
            label={<strong>Som ambiente</strong>}
            checked={isEnabled}
            onChange={(isEnabled) => onChange({ isEnabled })}
          />
          <Text as="div" muted size="sm" marginTop={3} role="status">
            {sound.tone === 'warning' ? (
              <Callout tone="warning" compact>
                {sound.text}
              </Callout>
            ) : (
              sound.text
            )}
            {sound.silent && (
              <Text as="ul" muted size="sm" breakable marginTop={2}>
                {sound.silent.map(({ id, text }) => (
                  <li key={id}>{text}</li>
                ))}
              </Text>
            )}
          </Text>
        </div>
        <Slider
          label="Volume"
          icon={volume === 0 ? <VolumeX /> : <Volume2 />}
          min={limits.volume.min}
          max={limits.volume.max}
          step={limits.volume.step}
          value={volume}
          text={`${volume}%`}
          onChange={(value) => onChange({ volume: value }, volumeDelayMs)}
        />
        <Text as="p" muted size="xs" role="status">
          {isSaving
            ? 'Salvando...'
            : wasSaving
              ? 'Salvo. As telas mudam em segundos.'
              : 'O que você muda aqui vale para todas as suas telas.'}
        </Text>
      </Stack>
    </Card>
  );
}
