import { useState } from 'react';
import { limits } from '../../../../../src/contract/limits.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { ChoiceList } from '../../../../ui/form/choice/ChoiceList.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { type Profile, profileFields, profileNames, profileOf } from './profiles.ts';
import type { UserDialogProps } from '../shared-props.ts';

const profileHints: Record<Profile, string> = {
  common: 'Cuida dos próprios conteúdos, playlists, mensagens, rádio e telas.',
  gestor: 'Também aprova e gerencia contas, categorias, telas e avisos.',
  administrator: 'Faz tudo, inclusive conteúdo da plataforma, perfis e configurações.',
};
const options = (['common', 'gestor', 'administrator'] as const).map((value) => ({
  value,
  label: profileNames[value],
  hint: profileHints[value],
}));

/** Changes an account's profile (Comum, Gestor or Administrador). Only administrators can open the dialog. */
export function ProfileDialog({ user, onClose }: UserDialogProps) {
  const current = profileOf(user);
  const [profile, setProfile] = useState(current);

  const [save, saving] = useAction('Erro ao mudar perfil', async () => {
    await mutate('PATCH /api/admin/users/:id/profile', { params: { id: user.id }, body: profileFields[profile] });
    toast({ title: 'Perfil atualizado', description: `${user.username}: ${profileNames[profile]}` });
    onClose();
  });

  return (
    <FormDialog
      title="Mudar perfil"
      description={
        <>
          <strong>{user.username}</strong> ({user.email}) precisará entrar de novo depois da mudança.
        </>
      }
      action="Salvar"
      disabled={profile === current}
      pending={saving}
      onSubmit={() => profile !== current && void save()}
      onClose={onClose}
    >
      <ChoiceList hideLabel label="Perfil" options={options} value={profile} onChange={setProfile} />
      {profile === 'administrator' && profile !== current && (
        <Callout tone="info" role="status" compact>
          A senha de um administrador tem pelo menos {limits.password.administratorMin} caracteres. Se a desta conta for
          mais curta, ela não entra até receber uma nova, em Resetar senha.
        </Callout>
      )}
    </FormDialog>
  );
}
