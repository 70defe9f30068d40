import { useSignals } from '@preact/signals-react/runtime';
import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, theme, themeChoice } from '../../../state/theme/theme.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';

/** Shows a menu that sets the theme: light, dark, or as the system. */
export function ThemeMenu() {
  useSignals();
  const chosen = themeChoice.value;
  return (
    <Menu
      trigger={(trigger) => (
        <IconButton {...trigger} label="Aparência" icon={theme.value === 'dark' ? <Moon /> : <Sun />} />
      )}
      items={[
        { label: 'Claro', icon: <Sun />, checked: chosen === 'light', onSelect: () => chooseTheme('light') },
        { label: 'Escuro', icon: <Moon />, checked: chosen === 'dark', onSelect: () => chooseTheme('dark') },
        { label: 'Automático', icon: <Monitor />, checked: chosen === 'system', onSelect: () => chooseTheme('system') },
      ]}
    />
  );
}
