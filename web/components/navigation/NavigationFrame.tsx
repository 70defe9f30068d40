import { useSignals } from '@preact/signals-react/runtime';
import { type ReactNode, useEffect } from 'react';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { topLayer } from '../../ui/overlay/layers.ts';
import { lazyDialog } from '../shell/overlay/lazy-dialog.tsx';
import { isBarCollapsed } from './collapsed-bar.ts';
import styles from './Navigation.module.css';
import { PhoneBar } from './PhoneBar.tsx';
import { isSearchOpen, openSearch } from './search.ts';
import { SideBar } from './SideBar.tsx';

const SearchDialog = lazyDialog(() => import('./SearchDialog.tsx'), 'SearchDialog');

/** Shows the page beside the navigation bar. While `hasBar` is false the bar is hidden, and the page stays mounted. */
export function NavigationFrame({ hasBar, children }: { hasBar: boolean; children: ReactNode }) {
  useSignals();
  // Tablets have no room for words beside the page.
  const isNarrow = useMediaQuery('(max-width: 64rem)');
  useEffect(() => {
    if (!hasBar) return undefined;
    function handleKey(event: KeyboardEvent): void {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'k';
      if (!isShortcut || topLayer()) return;
      event.preventDefault();
      openSearch();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [hasBar]);

  return (
    <div
      className={classNames(hasBar && styles.frame, hasBar && (isNarrow || isBarCollapsed.value) && styles.collapsed)}
    >
      {hasBar && (
        <>
          <a className={styles.skip} href="#conteudo">
            Ir para o conteúdo
          </a>
          <SideBar />
        </>
      )}
      {children}
      {hasBar && <PhoneBar />}
      {hasBar && isSearchOpen.value && <SearchDialog onClose={() => (isSearchOpen.value = false)} />}
    </div>
  );
}
