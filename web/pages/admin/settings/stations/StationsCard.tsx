import { Plus, Radio } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AdminRadioStation } from '../../../../../src/contract/radio.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../../state/resources/resource.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import lists from '../Rows.module.css';
import { StationDialog } from './StationDialog.tsx';
import { StationRow } from './StationRow.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';

/** Lists the radio stations, and adds, changes, plays and removes them. One station plays at a time. */
export function StationsCard() {
  const stations = useResource('GET /api/admin/radio-stations');
  const [editing, setEditing] = useState<AdminRadioStation | 'new'>();
  const [playingId, setPlayingId] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);

  return (
    <Card
      title="Rádios"
      actions={
        <Button ref={add} size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEditing('new')}>
          Adicionar rádio
        </Button>
      }
    >
      <Loaded
        resource={stations}
        skeleton={
          <Stack gap={3}>
            {[0, 1, 2].map((each) => (
              <Skeleton key={each} height="2.75rem" radius="var(--radius)" />
            ))}
          </Stack>
        }
        empty={
          <EmptyState
            icon={<Radio />}
            title="Nenhuma rádio cadastrada"
            text="Adicione uma rádio para que os clientes possam escolhê-la."
          />
        }
      >
        {(all) => (
          <ul className={lists.rows}>
            {all.map((station) => (
              <StationRow
                key={station.id}
                station={station}
                isPlaying={station.id === playingId}
                onListen={(isPlaying) => setPlayingId(isPlaying ? station.id : undefined)}
                onEdit={() => setEditing(station)}
                onRemoved={() => add.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {editing && (
        <StationDialog station={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </Card>
  );
}
