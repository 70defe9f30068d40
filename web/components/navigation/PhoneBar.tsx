import { useSignals } from '@preact/signals-react/runtime';
import { Ellipsis, Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import { currentLocation } from '../../navigation/router.ts';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type NavItem, phoneItems } from './nav-items.ts';
import styles from './Navigation.module.css';
import { openSearch } from './search.ts';

/** Shows the navigation bar at the bottom of phones: four pages, and "Mais" with the search and the other pages. */
export function PhoneBar() {
  useSignals();
  const [isOpen, setOpen] = useState(false);
  const { bar, more } = phoneItems.value;
  const current = currentLocation.value;
  useEffect(() => setOpen(false), [current]);
  return (
    <nav className={styles.phone} aria-label="Páginas principais">
      {bar.map((item) => (
        <PhoneLink key={item.href} {...item} />
      ))}
      <button
        type="button"
        className={styles.phoneItem}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={more.some(({ isCurrent }) => isCurrent) ? 'page' : undefined}
        onClick={() => setOpen(true)}
      >
        <Ellipsis />
        Mais
      </button>
      <Dialog open={isOpen} title="Mais páginas" size="md" focusSelf onClose={() => setOpen(false)}>
        <Stack gap={1}>
          <button
            type="button"
            className={styles.row}
            onClick={() => {
              setOpen(false);
              openSearch();
            }}
          >
            <Search />
            Buscar
          </button>
          {more.map(({ label, href, Icon, isCurrent }) => (
            <a key={href} className={styles.row} href={href} aria-current={isCurrent ? 'page' : undefined}>
              <Icon />
              {label}
            </a>
          ))}
        </Stack>
      </Dialog>
    </nav>
  );
}

const PhoneLink = ({ label, href, Icon, isCurrent }: NavItem) => (
  <a className={styles.phoneItem} href={href} aria-current={isCurrent ? 'page' : undefined}>
    <Icon />
    {label}
  </a>
);
