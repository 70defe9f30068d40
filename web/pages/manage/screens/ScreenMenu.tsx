import {
  ArrowLeftRight,
  CalendarClock,
  EllipsisVertical,
  Link,
  Megaphone,
  RefreshCw,
  ScanSearch,
  SlidersHorizontal,
} from 'lucide-react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { useIdentify, useRestart } from '../../../components/screens/use-screen-commands.ts';
import { paths } from '../../../navigation/paths.ts';
import { programmeHref } from '../../../navigation/programme-target.ts';
import { navigate } from '../../../navigation/router.ts';
import { hasFeature } from '../../../state/session.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Menu, type MenuItem } from '../../../ui/overlay/Menu.tsx';

/** Shows the menu of a screen: `leadingItems`, then the actions that its card and its row have in common. */
export function ScreenMenu({
  screen,
  onCallLayout,
  onSettings,
  leadingItems,
}: {
  screen: MyPlayer;
  onCallLayout: () => void;
  onSettings: () => void;
  leadingItems?: readonly MenuItem[];
}) {
  const [identify] = useIdentify('POST /api/my-players/:id/identify', screen);
  const [restart] = useRestart('POST /api/my-players/:id/restart', screen);
  const commonItems: readonly MenuItem[] = [
    {
      label: screen.isPaired ? 'Trocar TV box' : 'Parear TV',
      icon: screen.isPaired ? <ArrowLeftRight /> : <Link />,
      onSelect: () => navigate(`${paths.pair}?tela=${screen.id}`),
    },
    { label: 'Programação', icon: <CalendarClock />, onSelect: () => navigate(programmeHref(screen.id)) },
    ...(hasFeature('canAccessManagement')
      ? [
          { label: 'Chamadas na tela', icon: <Megaphone />, onSelect: onCallLayout },
          { label: 'Ajustes da tela', icon: <SlidersHorizontal />, onSelect: onSettings },
        ]
      : []),
    ...(hasFeature('canAccessManagement') && screen.isOnline
      ? [
          { label: 'Identificar', icon: <ScanSearch />, onSelect: () => void identify() },
          { label: 'Reiniciar página da TV', icon: <RefreshCw />, onSelect: () => void restart() },
        ]
      : []),
  ];
  return (
    <Menu
      items={[...(leadingItems ?? []), ...(screen.status === 'blocked' ? [] : commonItems)]}
      trigger={(trigger) => (
        <IconButton {...trigger} size="sm" label={`Mais ações: ${screen.name}`} icon={<EllipsisVertical />} />
      )}
    />
  );
}
