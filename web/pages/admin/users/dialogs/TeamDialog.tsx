import { roleNames } from '../../../../../src/contract/accounts/capabilities.ts';
import type { ClinicMember } from '../../../../../src/contract/accounts/team.ts';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { mutate, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../../ui/overlay/Dialog.tsx';
import type { UserDialogProps } from '../shared-props.ts';

const statusTexts = { invited: 'convite criado', active: 'ativa', blocked: 'bloqueada' };

/** Lists the members of a clinic, and switches off the second factor of members who lost their phone (contract/README 1.18). */
export function TeamDialog({ user, onClose }: UserDialogProps) {
  const { data, error, refetch } = useResource('GET /api/admin/users/:id/members', { params: { id: user.id } });
  return (
    <Dialog
      open
      title={`Equipe de ${user.username}`}
      footer={<Button onClick={onClose}>Fechar</Button>}
      onClose={onClose}
    >
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton height="3rem" />
      ) : data.length === 0 ? (
        <Text as="p">Só o proprietário entra nesta conta.</Text>
      ) : (
        <Stack as="ul" gap={4}>
          {data.map((member) => (
            <MemberItem key={member.id} member={member} />
          ))}
        </Stack>
      )}
    </Dialog>
  );
}

function MemberItem({ member }: { member: ClinicMember }) {
  const name = member.name ?? member.email;
  const [removeSecondFactor, isRemoving] = useConfirmedAction(
    'Erro ao desligar a verificação',
    {
      title: 'Desligar a verificação em duas etapas?',
      text: `Faça isto só se ${name} perdeu o celular e os códigos de recuperação: a senha sozinha volta a bastar para entrar.`,
      action: 'Desligar',
    },
    async () => {
      await mutate('DELETE /api/admin/members/:id/second-factor', { params: { id: member.id } });
      toast({ title: 'Verificação em duas etapas desligada', description: name });
    },
  );
  return (
    <Row as="li" gap={3} align="center" wrap>
      <Text as="div" grow breakable>
        <Text as="p">{name}</Text>
        <Text as="p" muted size="sm">
          {member.name !== null && `${member.email} · `}
          {roleNames[member.role]} · {statusTexts[member.status]}
        </Text>
      </Text>
      {member.hasSecondFactor && (
        <Button size="sm" pending={isRemoving} onClick={() => void removeSecondFactor()}>
          Desligar duas etapas
        </Button>
      )}
    </Row>
  );
}
