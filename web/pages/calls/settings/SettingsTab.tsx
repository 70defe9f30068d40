import { useSignals } from '@preact/signals-react/runtime';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { hasCapability } from '../../../state/session.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { NamesCard } from './NamesCard.tsx';
import { QueueCard } from './QueueCard.tsx';
import { RoomsCard } from './RoomsCard.tsx';
import styles from './SettingsTab.module.css';
import { ServicesCard } from './ServicesCard.tsx';
import { SourceCard } from './SourceCard.tsx';
import { TvCard } from './TvCard.tsx';
import { VoiceCard } from './voice/VoiceCard.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';

export function SettingsTab() {
  useSignals();
  const settings = useResource('GET /api/call-settings');
  return (
    <Stack fluid gap={5} align="start" className={styles.cards}>
      <Stack fluid gap={5}>
        <RoomsCard />
        {settings.data?.queueEnabled && <ServicesCard settings={settings.data} />}
        {settings.data && <TvCard settings={settings.data} />}
      </Stack>
      <Stack fluid gap={5}>
        <Loaded resource={settings} skeleton={<Skeleton height="24rem" radius="var(--radius-lg)" />}>
          {(data) => (
            <>
              <NamesCard settings={data} />
              <QueueCard settings={data} />
              <VoiceCard settings={data} />
            </>
          )}
        </Loaded>
        {hasCapability('account') && <SourceCard />}
      </Stack>
    </Stack>
  );
}
