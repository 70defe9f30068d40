import { useSignals } from '@preact/signals-react/runtime';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { isBarCollapsed, toggleBar } from './collapsed-bar.ts';
import { accountItems, managerItems, type NavItem } from './nav-items.ts';
import styles from './Navigation.module.css';
import { openSearch } from './search.ts';

/** Shows the navigation bar at the left: icons with words, or only icons in narrower windows or when collapsed. */
export function SideBar() {
  useSignals();
  const toggleLabel = isBarCollapsed.value ? 'Expandir menu' : 'Recolher menu';
  return (
    <nav className={styles.side} aria-label="Páginas">
      <Row
        as="button"
        gap={3}
        align="center"
        size="sm"
        className={styles.item}
        title="Buscar (Ctrl+K)"
        onClick={openSearch}
      >
        <Search />
        <span className={styles.word}>Buscar</span>
        <kbd className={styles.key} aria-hidden="true">
          Ctrl K
        </kbd>
      </Row>
      <Links items={accountItems.value} />
      {managerItems.value.length > 0 && (
        <>
          <Text as="p" size="xs" weight="medium" muted className={styles.group}>
            Administração
          </Text>
          <Links items={managerItems.value} />
        </>
      )}
      <Row
        as="button"
        gap={3}
        align="center"
        size="sm"
        className={`${styles.item} ${styles.toggle}`}
        title={toggleLabel}
        aria-expanded={!isBarCollapsed.value}
        onClick={toggleBar}
      >
        {isBarCollapsed.value ? <PanelLeftOpen /> : <PanelLeftClose />}
        <span className={styles.word}>{toggleLabel}</span>
      </Row>
    </nav>
  );
}

const Links = ({ items }: { items: readonly NavItem[] }) => (
  <Stack as="ul" className={styles.links}>
    {items.map(({ label, href, Icon, isCurrent }) => (
      <li key={href}>
        <Row
          as="a"
          gap={3}
          align="center"
          size="sm"
          className={styles.item}
          href={href}
          title={label}
          aria-current={isCurrent ? 'page' : undefined}
        >
          <Icon />
          <span className={styles.word}>{label}</span>
        </Row>
      </li>
    ))}
  </Stack>
);
