import { LogOut } from 'lucide-react';
import { paths } from '../../../navigation/paths.ts';
import { clearReturnAddress } from '../../../navigation/return-address.ts';
import { navigate } from '../../../navigation/router.ts';
import { confirm } from '../../../state/confirm.ts';
import { logout } from '../../../state/session.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { workUnderWay } from '../../../state/uploads/under-way.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';

/** Shows a button that signs out after a confirmation and opens the sign-in page. */
export function LogoutButton() {
  const [leave, isLeaving] = useAction('Falha no logout', async () => {
    await logout();
    navigate(paths.landing, { replace: true });
    clearReturnAddress();
    toast({ title: 'Logout realizado com sucesso', description: 'Até logo!' });
  });

  async function confirmAndLeave(): Promise<void> {
    const title = 'Deseja realmente sair do sistema?';
    if (await confirm({ title, text: workUnderWay.peek(), action: 'Sair', tone: 'default' })) await leave();
  }

  return <IconButton label="Sair" icon={<LogOut />} pending={isLeaving} onClick={confirmAndLeave} />;
}
