import { useSignals } from '@preact/signals-react/runtime';
import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { isFolded, toggleFolded } from './folded.ts';
import { accountItems, managerItems, type NavItem } from './nav-items.ts';
import styles from './Navigation.module.css';
import { openSearch } from './search.ts';

/** Shows the navigation bar at the left of wide windows: icons with words, or only icons in narrower windows and when folded. */
export function SideBar() {
  useSignals();
  const foldLabel = isFolded.value ? 'Expandir menu' : 'Recolher menu';
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
        className={`${styles.item} ${styles.fold}`}
        title={foldLabel}
        aria-expanded={!isFolded.value}
        onClick={toggleFolded}
      >
        {isFolded.value ? <PanelLeftOpen /> : <PanelLeftClose />}
        <span className={styles.word}>{foldLabel}</span>
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
