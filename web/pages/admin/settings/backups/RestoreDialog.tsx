import { useEffect } from 'react';
import type { Backups, SinceBackup } from '../../../../../src/contract/tasks.ts';
import { useDialogForm } from '../../../../state/form/use-dialog-form.ts';
import { invalidate, mutate, useResource } from '../../../../state/resources/resource.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { PasswordField } from '../../../../ui/form/PasswordField.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { plural } from '../../../../ui/text/format.ts';
import { momentText } from './moment.ts';

/** Interval in ms at which the dialog requests again how much would be lost. */
const refetchMs = 10_000;

/** Shows what would be lost, asks for the password, and restores the backup. */
export function RestoreDialog({
  backup: { name, createdAt },
  onClose,
}: {
  backup: Backups['backups'][number];
  onClose: () => void;
}) {
  const changes = useResource('GET /api/admin/backups/:name/since', { params: { name } }, { refetchMs });
  // Discard cached numbers, which may be outdated.
  useEffect(() => invalidate('GET /api/admin/backups/:name/since'), []);
  const { field, dialog } = useDialogForm(
    { currentPassword: '' },
    {
      errorTitle: 'Erro ao voltar para o backup',
      onClose,
      check: ({ currentPassword }) => ({
        currentPassword: currentPassword ? undefined : 'Informe a sua senha atual.',
      }),
      save: (body) => mutate('POST /api/admin/backups/:name/restore', { params: { name }, body }),
    },
  );
  return (
    <FormDialog
      {...dialog}
      title={`Voltar para o backup de ${momentText(createdAt)}?`}
      action="Voltar"
      tone="danger"
      pendingLabel="Conferindo a senha..."
    >
      <p>
        O servidor inteiro volta ao que era no backup: todas as contas, com conteúdos, playlists, telas, avisos e
        chamadas. Senhas, equipes e tokens de API também: confira depois quem tem acesso.
      </p>
      <Callout tone="warning" title="O que foi feito depois dele será perdido">
        {changes.data ? lossText(changes.data) : changes.error ? 'Não foi possível contar o que mudou.' : 'Contando...'}
      </Callout>
      <p>
        O servidor confere os arquivos e guarda um backup dos dados atuais por 7 dias, para você poder desfazer; só o
        que for feito nos segundos finais fica fora dele. Depois ele reinicia em poucos segundos, e as TVs continuam
        exibindo. Quem entrou ou saiu depois do backup escolhido precisa entrar de novo; uma TV ligada a uma tela depois
        dele precisa ser ativada de novo.
      </p>
      <PasswordField label="Senha atual" autoComplete="current-password" {...field('currentPassword')} />
    </FormDialog>
  );
}

/** The server stops counting at this number. */
const maxCount = 1_000;
const countText = (count: number, singularName: string, pluralName: string) =>
  count >= maxCount
    ? `${maxCount.toLocaleString('pt-BR')} ou mais ${pluralName}`
    : plural(count, singularName, pluralName);

/** Returns the sentences about what will be lost: everything that was created and done since the backup. */
function lossText({ accounts, contents, playlists, screens, actions }: SinceBackup): string {
  const created = [
    { count: accounts, singularName: 'conta', pluralName: 'contas' },
    { count: contents, singularName: 'conteúdo', pluralName: 'conteúdos' },
    { count: playlists, singularName: 'playlist', pluralName: 'playlists' },
    { count: screens, singularName: 'tela', pluralName: 'telas' },
  ].filter(({ count }) => count > 0);
  const list = created
    .map(({ count, singularName, pluralName }) => countText(count, singularName, pluralName))
    .join(', ');
  return `${list ? `Criado desde então: ${list}. ` : ''}O registro tem ${countText(actions, 'ação', 'ações')} desde então. Também se perdem as chamadas e as exibições.`;
}
