import type { MyPlayer } from '../../../../src/contract/players.ts';
import { useGrowingList } from '../../../ui/data/use-growing-list.ts';
import { ScreenCard } from './ScreenCard.tsx';
import { Grid } from '../../../ui/layout/primitives.tsx';

/** Two thousand cards at once would keep the page busy for seconds. */
const shownAtOnce = 48;

interface ScreenGridProps {
  screens: readonly MyPlayer[];
  mayChange: boolean;
  onSend: (screen: MyPlayer) => void;
  onRename: (screen: MyPlayer) => void;
}

export function ScreenGrid({ screens, mayChange, onSend, onRename }: ScreenGridProps) {
  const { shown, end } = useGrowingList(screens, shownAtOnce);
  return (
    <>
      <Grid as="ul" min="20rem" gap={4} aria-label="Minhas telas">
        {shown.map((screen) => (
          <ScreenCard
            key={screen.id}
            screen={screen}
            mayChange={mayChange}
            onSend={() => onSend(screen)}
            onRename={() => onRename(screen)}
          />
        ))}
      </Grid>
      <div ref={end} />
    </>
  );
}
