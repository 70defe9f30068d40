import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import styles from './EmojiPicker.module.css';
import { type EmojiCategoryId, emojiCategories, nextCell } from './emojis.ts';

/** Shows emoji in eight categories. The arrow keys move in the grid, Enter inserts an emoji, Esc closes the picker. */
export function EmojiPicker({ onPick, onClose }: { onPick: (emoji: string) => void; onClose: () => void }) {
  const [category, setCategory] = useState<EmojiCategoryId>('pessoas');
  const [current, setCurrent] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const emojis = emojiCategories.find(({ id }) => id === category)?.emojis ?? [];

  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  useEffect(() => {
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Esc closes only the picker, not the surrounding dialog, even if the focus is outside the picker.
      event.stopPropagation();
      onClose();
    };
    document.addEventListener('keydown', closeOnEscape, true);
    return () => document.removeEventListener('keydown', closeOnEscape, true);
  }, [onClose]);

  function move(event: KeyboardEvent): void {
    const cells = [...(grid.current?.children ?? [])] as HTMLElement[];
    const columns = cells.filter(({ offsetTop }) => offsetTop === cells[0]?.offsetTop).length;
    const target = nextCell(event.key, current, emojis.length, columns);
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    cells[target]?.focus();
  }

  return (
    <div ref={box} className={styles.picker} role="group" aria-label="Emojis">
      <Tabs
        label="Categorias de emojis"
        items={emojiCategories}
        value={category}
        onChange={(id) => {
          setCategory(id);
          setCurrent(0);
        }}
      />
      <TabPanel id={category}>
        <div ref={grid} className={styles.grid} onKeyDown={move}>
          {emojis.map((emoji, index) => (
            <button
              key={emoji}
              type="button"
              className={styles.emoji}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setCurrent(index)}
              onClick={() => onPick(emoji)}
            >
              {emoji}
            </button>
          ))}
        </div>
      </TabPanel>
    </div>
  );
}
