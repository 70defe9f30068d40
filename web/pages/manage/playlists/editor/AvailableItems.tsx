import { Check, Film, Plus, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Video } from '../../../../../src/contract/media.ts';
import { ButtonLink } from '../../../../ui/action/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { SearchField } from '../../../../ui/form/SearchField.tsx';
import { useInfiniteScroll } from '../../../../ui/data/use-infinite-scroll.ts';
import { Thumb } from '../../contents/list/Thumb.tsx';
import { matchingNames } from '../../contents/list/view.ts';
import { tabHref } from '../../../../navigation/manage-tabs.ts';
import { ItemDetails } from './ItemDetails.tsx';
import { focusNextLine } from './focus-next-line.ts';
import styles from './AvailableItems.module.css';
import items from './PlaylistItems.module.css';
import { Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';
import { classNames } from '../../../../ui/styles/class-names.ts';

interface AvailableItemsProps {
  videos: readonly Video[];
  hasAny: boolean;
  onAdd: (video: Video) => void;
}

/** Lists the contents that a playlist does not contain yet. `hasAny`: true if the account has any contents. */
export function AvailableItems({ videos, hasAny, onAdd }: AvailableItemsProps) {
  const [search, setSearch] = useState('');
  const matching = matchingNames(videos, search);
  const list = useRef<HTMLUListElement>(null);
  const { shown, end } = useInfiniteScroll(matching, 40);

  if (videos.length === 0) {
    return hasAny ? (
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
        {matching.length === 0 && <EmptyState icon={<SearchX />} title="Nada encontrado" />}
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
              <Thumb video={video} />
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
        <div ref={end} />
      </div>
    </>
  );
}
