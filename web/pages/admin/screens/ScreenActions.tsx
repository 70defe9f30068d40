import { useSignals } from '@preact/signals-react/runtime';
import {
  Ban,
  EllipsisVertical,
  History,
  Info,
  ListVideo,
  LockOpen,
  MonitorX,
  Pause,
  Pencil,
  Play,
  Printer,
  RotateCcw,
  RefreshCw,
  ScanSearch,
  SquareX,
  Trash2,
} from 'lucide-react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { useIdentify, useRestart } from '../../../components/screens/use-screen-commands.ts';
import { screenAuditHref } from '../../../navigation/audit-filter.ts';
import { paths } from '../../../navigation/paths.ts';
import { navigate } from '../../../navigation/router.ts';
import { isAdministrator } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Menu, type MenuItem } from '../../../ui/overlay/Menu.tsx';
import styles from './ScreenActions.module.css';
import type { OpenDialog } from './ScreenDialog.tsx';
import { useScreenActions } from './use-screen-actions.ts';
import { Row } from '../../../ui/layout/primitives.tsx';

/** Shows the actions for one screen: the two most frequent ones as buttons, the others in a menu. */
export function ScreenActions({ screen, onOpen }: { screen: AdminPlayer; onOpen: OpenDialog }) {
  useSignals();
  const actions = useScreenActions(screen);
  const [identify] = useIdentify('POST /api/admin/players/:id/identify', screen);
  const [restart] = useRestart('POST /api/admin/players/:id/restart', screen);
  const { name, status, isPaired, isOnline, assignedPlaylist } = screen;
  const pages = isAdministrator.value ? paths.admin : paths.gestor;
  const labelFor = (action: string) => `${action}: ${name}`;
  const isHalted = status === 'paused' || status === 'blocked';

  const menuItems: (MenuItem | false)[] = [
    { label: 'Detalhes do dispositivo', icon: <Info />, onSelect: () => onOpen({ kind: 'details', screen }) },
    { label: 'Renomear', icon: <Pencil />, onSelect: () => onOpen({ kind: 'rename', screen }) },
    isOnline && { label: 'Identificar', icon: <ScanSearch />, onSelect: () => void identify() },
    isOnline && { label: 'Reiniciar página da TV', icon: <RefreshCw />, onSelect: () => void restart() },
    !isPaired && {
      label: 'Imprimir código',
      icon: <Printer />,
      onSelect: () => onOpen({ kind: 'codes', screens: [screen] }),
    },
    { label: 'Histórico', icon: <History />, onSelect: () => navigate(screenAuditHref(pages.audit, screen.id)) },
    assignedPlaylist !== null && {
      label: 'Remover playlist',
      icon: <SquareX />,
      onSelect: () => void actions.removePlaylist(),
    },
    status !== 'blocked' && { label: 'Bloquear', icon: <Ban />, onSelect: () => void actions.setStatus('blocked') },
    isPaired && { label: 'Desconectar', icon: <MonitorX />, onSelect: () => void actions.disconnect() },
    { label: 'Resetar', icon: <RotateCcw />, onSelect: () => void actions.reset() },
    { label: 'Excluir tela', icon: <Trash2 />, tone: 'danger', onSelect: () => void actions.remove() },
  ];

  return (
    <Row gap={2} className={styles.actions}>
      <Button
        size="sm"
        icon={<ListVideo aria-hidden="true" />}
        aria-label={labelFor(assignedPlaylist ? 'Trocar playlist' : 'Enviar playlist')}
        onClick={() => onOpen({ kind: 'playlist', screen })}
      >
        {assignedPlaylist ? 'Trocar playlist' : 'Enviar playlist'}
      </Button>
      {status === 'active' && (
        <Button
          size="sm"
          icon={<Pause aria-hidden="true" />}
          aria-label={labelFor('Pausar')}
          onClick={() => void actions.setStatus('paused')}
        >
          Pausar
        </Button>
      )}
      {isHalted && (
        <Button
          size="sm"
          icon={status === 'blocked' ? <LockOpen aria-hidden="true" /> : <Play aria-hidden="true" />}
          aria-label={labelFor(status === 'blocked' ? 'Desbloquear' : 'Retomar')}
          onClick={() => void actions.setStatus('active')}
        >
          {status === 'blocked' ? 'Desbloquear' : 'Retomar'}
        </Button>
      )}
      <Menu
        items={menuItems.filter((item) => item !== false)}
        trigger={(trigger) => (
          <IconButton {...trigger} size="sm" label={labelFor('Mais ações')} icon={<EllipsisVertical />} />
        )}
      />
    </Row>
  );
}
