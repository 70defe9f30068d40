import { SearchX } from 'lucide-react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { NextRowsError } from '../../../components/shell/loading/NextRowsError.tsx';
import type { ShownList } from '../../../state/resources/use-list.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';
import { ContentsSkeleton } from '../contents/list/ContentsSkeleton.tsx';
import { ScreenCard } from './ScreenCard.tsx';
import { ScreenRow } from './ScreenRow.tsx';
import type { OpenDialog } from './ScreensMenu.tsx';

/** Number of cards that are added at a time. Rendering two thousand cards at once would take seconds. */
const cardsPerStep = 48;

/** Shows the matching screens, more of them on scrolling. `onClear` clears the search and the filters. */
export function ScreensList({
  screens,
  isCompact,
  mayChange,
  onOpen,
  onClear,
}: {
  screens: ShownList<MyPlayer>;
  isCompact: boolean;
  mayChange: boolean;
  onOpen: (opened: OpenDialog) => void;
  onClear: () => void;
}) {
  const { shown: found, isComplete, error } = screens;
  const { shown, end } = useInfiniteScroll(found, cardsPerStep, screens);
  const Item = isCompact ? ScreenRow : ScreenCard;
  return (
    <>
      {found.length > 0 ? (
        <Grid as="ul" min={isCompact ? '24rem' : '20rem'} gap={isCompact ? 2 : 4} aria-label="Minhas telas">
          {shown.map((screen) => (
            <Item
              key={screen.id}
              screen={screen}
              mayChange={mayChange}
              onSend={() => onOpen({ kind: 'send', screen })}
              onRename={() => onOpen({ kind: 'rename', screen })}
              onCallLayout={() => onOpen({ kind: 'callLayout', screen })}
              onSettings={() => onOpen({ kind: 'settings', screen })}
            />
          ))}
        </Grid>
      ) : isComplete ? (
        <EmptyState
          icon={<SearchX />}
          title="Nenhuma tela encontrada"
          action={<Button onClick={onClear}>Limpar filtros</Button>}
        />
      ) : (
        !error && <ContentsSkeleton what="telas" />
      )}
      <NextRowsError list={screens} isEmpty={found.length === 0} />
      <div ref={end} />
    </>
  );
}
