import { ListOrdered, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallService, CallSettings } from '../../../../src/contract/calls.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { confirm } from '../../../state/confirm.ts';
import { change, mutate, useResource } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { moveItem } from '../../../ui/data/reorder.ts';
import { SortableList } from '../../../ui/data/SortableList.tsx';
import { ServiceDialog } from './ServiceDialog.tsx';
import styles from './SettingsTab.module.css';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows the services, each of which has a queue, in the order of the buttons that issue tickets. */
export function ServicesCard({ settings }: { settings: CallSettings }) {
  const services = useResource('GET /api/call-services');
  const rooms = useResource('GET /api/call-rooms').data ?? [];
  const [editing, setEditing] = useState<CallService | 'new'>();
  const [remove] = useAction('Erro ao excluir serviço', async ({ id, name }: CallService) => {
    const isSure = await confirm({
      title: `Excluir ${name}?`,
      text: 'As senhas que esperam ficam na fila, e qualquer local as chama.',
      action: 'Excluir',
    });
    if (!isSure) return;
    await mutate('DELETE /api/call-services/:id', { params: { id } });
    toast({ title: 'Serviço excluído' });
  });
  const [move] = useAction('Erro ao mudar a ordem', async ({ id }: CallService, from: number, position: number) => {
    const optimistic = [change('GET /api/call-services', (list) => moveItem(list, from, position))] as const;
    await mutate('PATCH /api/call-services/:id', { params: { id }, body: { position } }, { optimistic });
  });
  const roomsOf = ({ roomIds }: CallService): string =>
    roomIds.length === 0
      ? 'todos os locais'
      : roomIds.map((id) => rooms.find((room) => room.id === id)?.name ?? 'um local').join(', ');

  return (
    <Card
      title="Serviços"
      actions={
        <Button icon={<Plus />} onClick={() => setEditing('new')}>
          Novo serviço
        </Button>
      }
    >
      <Loaded
        resource={services}
        skeleton={<Skeleton height="8rem" />}
        empty={
          <EmptyState
            icon={<ListOrdered />}
            title="Uma fila só"
            text="Com serviços (Coleta, Consulta, Exames), cada um tem a sua fila, o seu prefixo e os locais que chamam."
          />
        }
      >
        {(list) => (
          <SortableList
            label="Serviços"
            items={list}
            keyOf={({ id }) => id}
            nameOf={({ name }) => name}
            onMove={(from, to) => list[from] && void move(list[from], from, to)}
          >
            {(service, handle) => (
              <Row gap={3} align="center" className={styles.service}>
                {handle}
                <Badge>{service.prefix}</Badge>
                <span>
                  <Text weight="medium" canShrink>
                    {service.name}
                  </Text>{' '}
                  <Text muted size="sm" canShrink>
                    {roomsOf(service)}
                  </Text>
                </span>
                <Row as="span" gap={1} noShrink className={styles.buttons}>
                  <IconButton label={`Editar ${service.name}`} icon={<Pencil />} onClick={() => setEditing(service)} />
                  <IconButton
                    label={`Excluir ${service.name}`}
                    tone="danger"
                    icon={<Trash2 />}
                    onClick={() => void remove(service)}
                  />
                </Row>
              </Row>
            )}
          </SortableList>
        )}
      </Loaded>
      {editing && (
        <ServiceDialog
          {...{ rooms, prefixes: settings.prefixes }}
          service={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </Card>
  );
}
