import { CalendarClock, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { groupProgrammeHref } from '../../navigation/programme-target.ts';
import { navigate } from '../../navigation/router.ts';
import { confirm } from '../../state/confirm.ts';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { plural } from '../../ui/text/format.ts';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Loaded } from '../shell/loading/Loaded.tsx';
import { GroupForm } from './GroupForm.tsx';
import styles from './Groups.module.css';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Returns the sentences about the rules and call rooms that the deleted group is removed from; '' when there are none. */
function deletionEffects({ ruleCount, callRoomCount }: ScreenGroup): string {
  const rules = ruleCount === 1 ? ' 1 regra da programação deixa' : ` ${ruleCount} regras da programação deixam`;
  const rooms = callRoomCount === 1 ? ' 1 local de chamada deixa' : ` ${callRoomCount} locais de chamada deixam`;
  return (
    (ruleCount > 0 ? `${rules} de valer para este grupo.` : '') +
    (callRoomCount > 0 ? `${rooms} de chamar nas telas dele.` : '')
  );
}

/** Lists the groups of screens, and creates, changes and deletes them (contract/README 17). */
export function GroupsDialog({ screens, onClose }: { screens: readonly MyPlayer[]; onClose: () => void }) {
  const groups = useResource('GET /api/screen-groups');
  const [edited, setEdited] = useState<ScreenGroup | 'new'>();
  const [remove, isRemoving] = useAction('Erro ao excluir o grupo', async (group: ScreenGroup) => {
    const { id, name } = group;
    const text = `“${name}” é excluído; as telas dele continuam como estão.${deletionEffects(group)}`;
    if (!(await confirm({ title: 'Excluir este grupo?', text, action: 'Excluir' }))) return;
    await mutate('DELETE /api/screen-groups/:id', { params: { id } });
    toast({ title: '✓ Grupo excluído', description: name });
  });

  if (edited)
    return (
      <GroupForm group={edited === 'new' ? undefined : edited} screens={screens} onClose={() => setEdited(undefined)} />
    );
  return (
    <Dialog
      open
      title="Grupos de telas"
      description="Uma tela pode estar em vários grupos."
      onClose={onClose}
      footer={
        <Button variant="primary" icon={<Plus />} onClick={() => setEdited('new')}>
          Novo grupo
        </Button>
      }
    >
      <Loaded resource={groups} skeleton={<Skeleton height="8rem" />} empty={<p>Nenhum grupo ainda.</p>}>
        {(all) => (
          <Stack as="ul" divided className={styles.list} aria-label="Grupos">
            {all.map((group) => (
              <Row as="li" gap={2} align="center" key={group.id}>
                <Stack breakable grow>
                  <strong>{group.name}</strong>
                  <Text muted size="sm">
                    {plural(group.playerIds.length, 'tela', 'telas')}
                    {group.ruleCount > 0 && ` · ${plural(group.ruleCount, 'regra', 'regras')} na programação`}
                    {group.callRoomCount > 0 && ` · ${plural(group.callRoomCount, 'local', 'locais')} de chamada`}
                  </Text>
                </Stack>
                <IconButton
                  label={`Programação de ${group.name}`}
                  icon={<CalendarClock />}
                  onClick={() => navigate(groupProgrammeHref(group.id))}
                />
                <IconButton label={`Editar ${group.name}`} icon={<Pencil />} onClick={() => setEdited(group)} />
                <IconButton
                  label={`Excluir ${group.name}`}
                  icon={<Trash2 />}
                  tone="danger"
                  pending={isRemoving}
                  onClick={() => void remove(group)}
                />
              </Row>
            ))}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
