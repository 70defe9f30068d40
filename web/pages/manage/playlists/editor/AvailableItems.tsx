import { Check, Film, Plus, SearchX } from 'lucide-react';
import { useRef } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { NextRowsError } from '../../../../components/shell/loading/NextRowsError.tsx';
import { ButtonLink } from '../../../../ui/action/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { SearchField } from '../../../../ui/form/SearchField.tsx';
import { useInfiniteScroll } from '../../../../ui/data/use-infinite-scroll.ts';
import { Thumbnail } from '../../contents/list/Thumbnail.tsx';
import { tabHref } from '../../../../navigation/manage-tabs.ts';
import { ItemDetails } from './ItemDetails.tsx';
import { focusNextLine } from './focus-next-line.ts';
import type { AvailableContents } from './use-available-contents.ts';
import styles from './AvailableItems.module.css';
import items from './PlaylistItems.module.css';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';

interface AvailableItemsProps {
  available: AvailableContents;
  /** True if the playlist contains items. */
  hasItems: boolean;
  onAdd: (video: Video) => void;
}

/** Lists the contents that a playlist does not contain yet. */
export function AvailableItems({ available, hasItems, onAdd }: AvailableItemsProps) {
  const { search, setSearch, listToExtend, found, hasAllMatches } = available;
  const list = useRef<HTMLUListElement>(null);
  const { shown, end } = useInfiniteScroll(found, 40, listToExtend);

  if (found.length === 0 && search === '' && hasAllMatches) {
    return hasItems ? (
      <EmptyState icon={<Check />} title="Tudo adicionado" text="Todos os seus conteúdos já estão nesta playlist." />
    ) : (
      <EmptyState
        icon={<Film />}
        title="Nenhum conteúdo ainda"
        action={<ButtonLink href={tabHref('upload')}>Enviar conteúdo</ButtonLink>}
      />
    );
  }
  return (
    <>
      <SearchField label="Buscar conteúdos" value={search} onChange={setSearch} />
      <div className={items.area}>
        {found.length === 0 &&
          (hasAllMatches ? (
            <EmptyState icon={<SearchX />} title="Nada encontrado" />
          ) : (
            !listToExtend.error && <Skeleton height="12rem" radius="var(--radius)" />
          ))}
        <Stack
          as="ul"
          fluid
          gap={2}
          ref={list}
          tabIndex={-1}
          className={styles.list}
          aria-label="Conteúdos disponíveis"
        >
          {shown.map((video, index) => (
            <Row
              as="li"
              gap={3}
              align="center"
              key={video.id}
              className={classNames(styles.line, video.userId === null && styles.platform)}
            >
              <Thumbnail video={video} />
              <Text as="div" grow>
                <ItemDetails video={video} />
              </Text>
              <IconButton
                outlined
                data-add=""
                label={`Adicionar ${video.name}`}
                icon={<Plus />}
                onClick={() => {
                  onAdd(video);
                  focusNextLine(list.current, '[data-add]', index);
                }}
              />
            </Row>
          ))}
        </Stack>
        <NextRowsError list={listToExtend} isEmpty={found.length === 0} />
        <div ref={end} />
      </div>
    </>
  );
}
