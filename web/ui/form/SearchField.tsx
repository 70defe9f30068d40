import { Search } from 'lucide-react';
import { Input } from './Input.tsx';

/** A search box without visible label: `<SearchField label="Buscar por nome" value={text} onChange={setText} />` */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <Input
      type="search"
      label={label}
      placeholder={label}
      hideLabel
      autoComplete="off"
      icon={<Search aria-hidden="true" />}
      value={value}
      onChange={onChange}
    />
  );
}
