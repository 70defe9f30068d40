import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { SearchedList } from '../../ui/form/SearchedList.tsx';

interface ScreenBoxesProps<Screen> {
  screens: readonly Screen[];
  isChosen: (id: number) => boolean;
  onChoose: (id: number, isChosen: boolean) => void;
  hintOf?: (screen: Screen) => string;
}

/** Shows a checkbox for each screen, with a search if there are many. Put it into a `<fieldset>` with a `<legend>`. */
export function ScreenBoxes<Screen extends { id: number; name: string }>({
  screens,
  isChosen,
  onChoose,
  hintOf,
}: ScreenBoxesProps<Screen>) {
  return (
    <SearchedList items={screens} label="Buscar telas" textOf={({ name }) => name} isChosen={({ id }) => isChosen(id)}>
      {(shown) =>
        shown.map((screen) => (
          <Checkbox
            key={screen.id}
            label={screen.name}
            hint={hintOf?.(screen)}
            checked={isChosen(screen.id)}
            onChange={(checked) => onChoose(screen.id, checked)}
          />
        ))
      }
    </SearchedList>
  );
}
