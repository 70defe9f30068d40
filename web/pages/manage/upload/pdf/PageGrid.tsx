import { Check } from 'lucide-react';
import { memo, useEffect, useId, useRef } from 'react';
import { Grid, Row, Text } from '../../../../ui/layout/primitives.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';
import { problemText } from './page-files.ts';
import { selectionAfterKey, extendTo, type PageSelection, togglePage } from './page-selection.ts';
import styles from './PageGrid.module.css';
import type { PdfReader } from './pdf-reader.ts';
import { useThumbnail } from './use-pdf.ts';

interface PageGridProps {
  reader: PdfReader;
  pageCount: number;
  selection: PageSelection;
  onSelect: (change: (selection: PageSelection) => PageSelection) => void;
}

/** Shows the pages as pictures, of which several can be chosen: by click, Shift and click, arrows, space and Ctrl+A. */
export function PageGrid({ reader, pageCount, selection, onSelect }: PageGridProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { active } = selection;
  useEffect(() => void list.current?.focus({ preventScroll: true }), []);
  // `void`: in some browsers `scrollIntoView` returns a promise, which React would call as a cleanup function.
  useEffect(() => void list.current?.children[active - 1]?.scrollIntoView({ block: 'nearest' }), [active]);

  function handleKey(event: React.KeyboardEvent): void {
    const changed = selectionAfterKey(selection, event, { count: pageCount, columns: columnsOf(list.current) });
    if (!changed) return;
    event.preventDefault();
    onSelect(() => changed);
  }

  return (
    <Grid
      min="8rem"
      gap={2}
      ref={list}
      role="listbox"
      aria-label="Páginas"
      aria-multiselectable="true"
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      className={styles.grid}
      onKeyDown={handleKey}
    >
      {Array.from({ length: pageCount }, (_, index) => (
        <PageOption
          key={index}
          id={`${id}-${index + 1}`}
          reader={reader}
          page={index + 1}
          isChosen={selection.pages.has(index + 1)}
          isActive={active === index + 1}
          onSelect={onSelect}
        />
      ))}
    </Grid>
  );
}

/** Returns the number of options in the first row. */
function columnsOf(list: HTMLElement | null): number {
  const options = [...(list?.children ?? [])] as HTMLElement[];
  return Math.max(1, options.filter(({ offsetTop }) => offsetTop === options[0]?.offsetTop).length);
}

interface PageOptionProps extends Pick<PageGridProps, 'reader' | 'onSelect'> {
  id: string;
  page: number;
  isChosen: boolean;
  isActive: boolean;
}

const PageOption = memo(function PageOption({ id, reader, page, isChosen, isActive, onSelect }: PageOptionProps) {
  const option = useRef<HTMLDivElement>(null);
  const thumbnail = useThumbnail(reader, page, option);
  return (
    <div
      ref={option}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={classNames(styles.page, isActive && styles.active)}
      onClick={({ shiftKey }) =>
        onSelect((selection) => (shiftKey ? extendTo(selection, page) : togglePage(selection, page)))
      }
    >
      <Row align="center" justify="center" style={{ height: '8rem' }}>
        {thumbnail && 'url' in thumbnail && <img src={thumbnail.url} alt="" />}
        {thumbnail && 'problem' in thumbnail && <Text size="xs">{problemText(thumbnail.problem)}</Text>}
      </Row>
      <Row gap={1} align="center" justify="center" size="xs" tabular>
        {isChosen && <Check size={16} />}
        Página {page}
      </Row>
    </div>
  );
});
