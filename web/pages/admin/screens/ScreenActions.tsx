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
  SquareX,
  Trash2,
} from 'lucide-react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
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

/** Actions for one screen: the two daily things as buttons, the rest in a menu. */
export function ScreenActions({ screen, onOpen }: { screen: AdminPlayer; onOpen: OpenDialog }) {
  useSignals();
  const act = useScreenActions(screen);
  const { name, status, isPaired, assignedPlaylist } = screen;
  const pages = isAdministrator.value ? paths.admin : paths.gestor;
  const named = (action: string) => `${action}: ${name}`;
  const isHalted = status === 'paused' || status === 'blocked';

  const more: (MenuItem | false)[] = [
    { label: 'Detalhes do dispositivo', icon: <Info />, onSelect: () => onOpen({ kind: 'details', screen }) },
    { label: 'Renomear', icon: <Pencil />, onSelect: () => onOpen({ kind: 'rename', screen }) },
    !isPaired && {
      label: 'Imprimir código',
      icon: <Printer />,
      onSelect: () => onOpen({ kind: 'codes', screens: [screen] }),
    },
    { label: 'Histórico', icon: <History />, onSelect: () => navigate(screenAuditHref(pages.audit, screen.id)) },
    assignedPlaylist !== null && {
      label: 'Remover playlist',
      icon: <SquareX />,
      onSelect: () => void act.removePlaylist(),
    },
    status !== 'blocked' && { label: 'Bloquear', icon: <Ban />, onSelect: () => void act.setStatus('blocked') },
    isPaired && { label: 'Desconectar', icon: <MonitorX />, onSelect: () => void act.disconnect() },
    { label: 'Resetar', icon: <RotateCcw />, onSelect: () => void act.reset() },
    { label: 'Excluir tela', icon: <Trash2 />, tone: 'danger', onSelect: () => void act.remove() },
  ];

  return (
    <Row gap={2} className={styles.actions}>
      <Button
        size="sm"
        icon={<ListVideo aria-hidden="true" />}
        aria-label={named(assignedPlaylist ? 'Trocar playlist' : 'Enviar playlist')}
        onClick={() => onOpen({ kind: 'playlist', screen })}
      >
        {assignedPlaylist ? 'Trocar playlist' : 'Enviar playlist'}
      </Button>
      {status === 'active' && (
        <Button
          size="sm"
          icon={<Pause aria-hidden="true" />}
          aria-label={named('Pausar')}
          onClick={() => void act.setStatus('paused')}
        >
          Pausar
        </Button>
      )}
      {isHalted && (
        <Button
          size="sm"
          icon={status === 'blocked' ? <LockOpen aria-hidden="true" /> : <Play aria-hidden="true" />}
          aria-label={named(status === 'blocked' ? 'Desbloquear' : 'Retomar')}
          onClick={() => void act.setStatus('active')}
        >
          {status === 'blocked' ? 'Desbloquear' : 'Retomar'}
        </Button>
      )}
      <Menu
        items={more.filter((item) => item !== false)}
        trigger={(trigger) => (
          <IconButton {...trigger} size="sm" label={named('Mais ações')} icon={<EllipsisVertical />} />
        )}
      />
    </Row>
  );
}
