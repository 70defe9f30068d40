import { SearchedList } from '../SearchedList.tsx';
import { ChoiceList, type ChoiceListProps } from './ChoiceList.tsx';

type Option = ChoiceListProps<string>['options'][number] & { label: string };

interface SearchedChoicesProps extends Omit<ChoiceListProps<string>, 'options'> {
  options: readonly Option[];
  searchLabel: string;
  /** Value of an option that is always shown. */
  shownAlways?: string;
}

/** Shows a field for one of perhaps many options: a ChoiceList, with a search if it is long. */
export function SearchedChoices({ options, searchLabel, shownAlways, ...field }: SearchedChoicesProps) {
  return (
    <SearchedList
      items={options}
      label={searchLabel}
      textOf={({ label }) => label}
      isChosen={({ value }) => value === field.value || value === shownAlways}
    >
      {(shown) => <ChoiceList {...field} options={shown} />}
    </SearchedList>
  );
}
