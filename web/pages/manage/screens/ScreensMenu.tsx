import { Ellipsis, Group, LayoutDashboard, Palette, Send } from 'lucide-react';
import type { ScreenGroup } from '../../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { paths } from '../../../navigation/paths.ts';
import { navigate } from '../../../navigation/router.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Menu, type MenuItem } from '../../../ui/overlay/Menu.tsx';
import styles from './ScreensTab.module.css';

/** The open dialog of the tab. */
export type OpenDialog =
  | { kind: 'send'; screen: MyPlayer }
  | { kind: 'sendToMany' }
  | { kind: 'sendToGroup'; group: ScreenGroup }
  | { kind: 'rename'; screen: MyPlayer }
  | { kind: 'callLayout'; screen: MyPlayer }
  | { kind: 'settings'; screen: MyPlayer }
  | { kind: 'display' }
  | { kind: 'groups' };

interface ScreensMenuProps {
  screens: readonly MyPlayer[];
  /** The group chosen in the filter. */
  group: ScreenGroup | undefined;
  mayUseGroups: boolean;
  mayChange: boolean;
  onOpen: (opened: OpenDialog) => void;
}

/** Shows the menu of actions for several screens. */
export function ScreensMenu({ screens, group, mayUseGroups, mayChange, onOpen }: ScreensMenuProps) {
  const items: (MenuItem | false)[] = [
    mayChange &&
      screens.length > 1 && {
        label: group ? `Enviar para ${group.name}` : 'Enviar para várias telas',
        icon: <Send />,
        disabled: screens.every((screen) => whyUnavailable(screen) !== undefined),
        onSelect: () => onOpen(group ? { kind: 'sendToGroup', group } : { kind: 'sendToMany' }),
      },
    mayChange && mayUseGroups && { label: 'Grupos', icon: <Group />, onSelect: () => onOpen({ kind: 'groups' }) },
    mayChange && { label: 'Aparência na TV', icon: <Palette />, onSelect: () => onOpen({ kind: 'display' }) },
    { label: 'Dashboard de TV Box', icon: <LayoutDashboard />, onSelect: () => navigate(paths.players) },
  ];
  return (
    <Menu
      items={items.filter((item) => item !== false)}
      trigger={(trigger) => (
        <span className={styles.menu}>
          <Button {...trigger} icon={<Ellipsis />}>
            <span className={styles.menuLabel}>Mais ações</span>
          </Button>
        </span>
      )}
    />
  );
}
