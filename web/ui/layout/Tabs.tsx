import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './Tabs.module.css';

interface TabItem<Id extends string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  count?: number;
}

interface TabsProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** Gives two or three short tabs equal widths over the whole line. */
  stretch?: boolean;
}

/** Shows tabs, also operated with arrow keys, Home and End. Put the content in `<TabPanel id={value}>` below. */
export function Tabs<Id extends string>({ label, items, value, onChange, stretch }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // In a narrow window the selected tab may be outside the visible part of the strip.
    const tab = list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(value))}`);
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  useEffect(() => {
    const strip = list.current;
    if (!strip) return;
    // The attributes fade an edge that has more tabs beyond it (Tabs.module.css).
    const markEdges = () => {
      strip.toggleAttribute('data-more-before', strip.scrollLeft > 1);
      strip.toggleAttribute('data-more-after', strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1);
    };
    const resizes = new ResizeObserver(markEdges);
    resizes.observe(strip);
    strip.addEventListener('scroll', markEdges, { passive: true });
    return () => {
      resizes.disconnect();
      strip.removeEventListener('scroll', markEdges);
    };
  }, []);

  function selectByKey(event: KeyboardEvent): void {
    const index = items.findIndex((item) => item.id === value);
    const target = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: items.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = items[(target + items.length) % items.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(next.id))}`)?.focus();
  }

  return (
    <div
      className={classNames(styles.list, stretch && styles.stretch)}
      role="tablist"
      aria-label={label}
      ref={list}
      onKeyDown={selectByKey}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="tab"
          id={tabId(item.id)}
          aria-selected={item.id === value}
          aria-controls={item.id === value ? panelId(item.id) : undefined}
          tabIndex={item.id === value ? 0 : -1}
          className={styles.tab}
          onClick={() => onChange(item.id)}
        >
          {item.icon}
          <span>{item.label}</span>
          {item.count !== undefined && <span className={styles.count}>{item.count}</span>}
        </button>
      ))}
    </div>
  );
}

/** Shows the content of the selected tab. `id`: the tab's. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={panelId(id)} aria-labelledby={tabId(id)}>
      {children}
    </div>
  );
}

const tabId = (id: string) => `tab-${id}`;
const panelId = (id: string) => `panel-${id}`;
