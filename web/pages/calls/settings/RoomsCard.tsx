import { DoorOpen, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallRoom } from '../../../../src/contract/calls.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { confirm } from '../../../state/confirm.ts';
import { mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { shortNames } from '../../../ui/text/format.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { RoomDialog } from './RoomDialog.tsx';
import styles from './SettingsTab.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

export function RoomsCard() {
  const rooms = useResource('GET /api/call-rooms');
  const screens = useResource('GET /api/my-players');
  const groups = useResource('GET /api/screen-groups');
  const [editing, setEditing] = useState<CallRoom | 'new'>();
  const [remove] = useAction('Erro ao excluir local', async ({ id, name }: CallRoom) => {
    const isSure = await confirm({
      title: `Excluir ${name}?`,
      text: 'As chamadas já feitas continuam no relatório.',
      action: 'Excluir',
    });
    if (!isSure) return;
    await mutate('DELETE /api/call-rooms/:id', { params: { id } });
    toast({ title: 'Local excluído' });
  });

  function screensOf({ playerIds, groupIds }: CallRoom): string {
    if (!playerIds) return 'em todas as TVs';
    const names = [
      ...groupIds.map((id) => groups.data?.find((group) => group.id === id)?.name ?? 'um grupo'),
      ...playerIds.map((id) => screens.data?.find((screen) => screen.id === id)?.name ?? 'uma TV'),
    ];
    return names.length > 0 ? `em ${shortNames(names)}` : 'em nenhuma TV';
  }

  const add = (
    <Button icon={<Plus />} onClick={() => setEditing('new')}>
      Novo local
    </Button>
  );
  return (
    <Card title="Locais" actions={add}>
      <Loaded
        resource={rooms}
        skeleton={<Skeleton height="8rem" />}
        empty={<EmptyState icon={<DoorOpen />} title="Nenhum local ainda" text="Guichê 1, Consultório 3, Triagem..." />}
      >
        {(list) => (
          <ul aria-label="Locais">
            {list.map((room) => (
              <Row as="li" gap={3} align="center" key={room.id} className={styles.row}>
                <span className={styles.dot} style={{ background: room.colour }} />
                <span>
                  <Text weight="medium" canShrink>
                    {room.name}
                  </Text>{' '}
                  <Text muted size="sm" canShrink>
                    {screensOf(room)}
                  </Text>
                </span>
                <Row as="span" gap={1} noShrink className={styles.buttons}>
                  <IconButton label={`Editar ${room.name}`} icon={<Pencil />} onClick={() => setEditing(room)} />
                  <IconButton
                    label={`Excluir ${room.name}`}
                    tone="danger"
                    icon={<Trash2 />}
                    onClick={() => void remove(room)}
                  />
                </Row>
              </Row>
            ))}
          </ul>
        )}
      </Loaded>
      {editing && (
        <RoomDialog
          room={editing === 'new' ? undefined : editing}
          screens={screens.data ?? []}
          groups={groups.data ?? []}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Card>
  );
}
