import { useSignals } from '@preact/signals-react/runtime';
import { useId, useState } from 'react';
import { Text } from '../../ui/layout/primitives.tsx';
import { findItems } from '../../ui/form/picker/picker-items.ts';
import { PickerSearch } from '../../ui/form/picker/PickerSearch.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import styles from './Navigation.module.css';
import { useSearchItems } from './search-items.tsx';

const label = 'Buscar páginas, telas, conteúdos, playlists, mensagens e ações';

/** Shows a dialog that opens a page, screen, playlist, content or message, or starts an action, by its name (Ctrl+K). */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  useSignals();
  const id = useId();
  const [search, setSearch] = useState('');
  const items = useSearchItems(search);
  return (
    <Dialog open title="Buscar" size="md" onClose={onClose}>
      <div className={styles.search}>
        <Text as="label" visuallyHidden htmlFor={id}>
          {label}
        </Text>
        <PickerSearch
          control={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined, required: undefined }}
          label={label}
          placeholder="Página, tela, conteúdo, playlist, mensagem ou ação"
          items={findItems(items, search)}
          empty=""
          onSearch={setSearch}
          onChoose={(chosen) => {
            onClose();
            items[chosen]?.run();
          }}
        />
      </div>
    </Dialog>
  );
}
