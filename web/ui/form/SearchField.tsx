import { Search } from 'lucide-react';
import { Input, type InputProps } from './Input.tsx';

/** Shows a search box without visible label: `<SearchField label="Buscar por nome" value={text} onChange={setText} />` */
export function SearchField(props: Pick<InputProps, 'label' | 'value' | 'onChange'>) {
  return <Input type="search" placeholder={props.label} hideLabel autoComplete="off" icon={<Search />} {...props} />;
}
