import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '../styles/class-names.ts';
import styles from './Menu.module.css';
import { Row } from '../layout/primitives.tsx';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  onSelect: () => void;
  tone?: 'default' | 'danger';
  disabled?: boolean;
  /** Set for one of several choices; true shows a tick. */
  checked?: boolean;
}

interface MenuTrigger {
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps {
  items: readonly MenuItem[];
  /** Renders the button: `trigger={(props) => <IconButton label="Mais ações" icon={<EllipsisVertical />} {...props} />}` */
  trigger: (props: MenuTrigger) => ReactElement;
  onOpen?: () => void;
}

const byId = (id: string) => document.getElementById(id);

/** Shows a dropdown of actions below or above its button. Keys: arrows, Home, End, first letter, Esc. It closes when its button moves. */
export function Menu({ items, trigger, onOpen }: MenuProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const menu = list.current;
    const anchor = byId(id);
    if (!isOpen || !menu || !anchor) return;
    placeBeside(menu, anchor.getBoundingClientRect());
    focusItem(menu, 0);
  }, [isOpen, id]);

  useClosing(isOpen && id, list, setOpen);

  function open(): void {
    setOpen(true);
    onOpen?.();
  }

  function close(): void {
    setOpen(false);
    byId(id)?.focus();
  }

  function handleKey(event: KeyboardEvent<HTMLDivElement>): void {
    event.stopPropagation();
    const menu = event.currentTarget;
    const enabledItems = enabledItemsIn(menu);
    const index = enabledItems.indexOf(document.activeElement as HTMLElement);
    const target = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      focusItem(menu, target);
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault();
      close();
    } else if (event.key.length === 1 && event.key !== ' ') {
      const letter = event.key.toLowerCase();
      [...enabledItems.slice(index + 1), ...enabledItems]
        .find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))
        ?.focus();
    }
  }

  return (
    <>
      {trigger({
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => (isOpen ? setOpen(false) : open()),
        onKeyDown: (event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          open();
        },
      })}
      {isOpen &&
        createPortal(
          <div ref={list} className={styles.menu} role="menu" aria-labelledby={id} onKeyDown={handleKey} data-menu="">
            {items.map((item) => (
              <Row
                as="button"
                gap={3}
                align="center"
                size="sm"
                key={item.label}
                type="button"
                role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={item.checked}
                tabIndex={-1}
                disabled={item.disabled}
                className={classNames(styles.item, item.tone === 'danger' && styles.danger)}
                onClick={() => {
                  close();
                  item.onSelect();
                }}
              >
                {item.icon}
                <span>{item.label}</span>
                {item.checked && <span className={styles.tick}>✓</span>}
              </Row>
            ))}
          </div>,
          document.body,
        )}
    </>
  );
}

/** Closes the menu after a press outside of it, and when the button with this id has moved. `id`: false while the menu is closed. */
function useClosing(id: string | false, menu: RefObject<HTMLElement | null>, setOpen: (isOpen: boolean) => void): void {
  useEffect(() => {
    const button = id && byId(id);
    if (!button) return;
    const { top, left } = button.getBoundingClientRect();
    const close = () => setOpen(false);
    const closeOutside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node) && !button.contains(target as Node)) close();
    };
    // Compare positions: the event may be about a scroll before the menu was opened, or about another list on the page.
    const closeIfMoved = () => {
      const now = button.getBoundingClientRect();
      if (now.top !== top || now.left !== left) close();
    };
    document.addEventListener('pointerdown', closeOutside);
    window.addEventListener('scroll', closeIfMoved, true);
    window.addEventListener('resize', close);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      window.removeEventListener('scroll', closeIfMoved, true);
      window.removeEventListener('resize', close);
    };
  }, [id, menu, setOpen]);
}

/** Places the menu below its button, or above it if it would not fit there. Keeps it inside the window. */
function placeBeside(menu: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const fitsBelow = anchor.bottom + height + 12 <= window.innerHeight;
  menu.style.top = `${fitsBelow ? anchor.bottom + 4 : Math.max(8, anchor.top - height - 4)}px`;
  menu.style.left = `${Math.max(8, Math.min(anchor.right - width, window.innerWidth - width - 8))}px`;
}

function enabledItemsIn(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('button:not(:disabled)')];
}

function focusItem(menu: HTMLElement, index: number): void {
  const items = enabledItemsIn(menu);
  items.at(index >= items.length ? 0 : index)?.focus();
}
