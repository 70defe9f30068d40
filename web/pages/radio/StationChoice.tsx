import { CircleCheck, Play, RadioTower, Square } from 'lucide-react';
import { useId, useState } from 'react';
import type { RadioStation } from '../../../src/contract/radio.ts';
import { classNames } from '../../ui/styles/class-names.ts';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { SearchField } from '../../ui/form/SearchField.tsx';
import { filterBySearch } from '../../../src/contract/text/search-text.ts';
import styles from './StationChoice.module.css';
import { Grid, Row, Stack, Text } from '../../ui/layout/primitives.tsx';

const minStationsForSearch = 9;

interface StationChoiceProps {
  stations: readonly RadioStation[];
  mayChange: boolean;
  selectedId: number | null;
  onSelect: (id: number) => void;
  /** Id of the station that plays on this computer. */
  playingId: number | undefined;
  onListen: (id: number | undefined) => void;
}

/** Shows the form field for the station. Each station can be played on this computer before it is chosen. */
export function StationChoice({ stations, mayChange, selectedId, onSelect, playingId, onListen }: StationChoiceProps) {
  const group = useId();
  const [search, setSearch] = useState('');
  if (stations.length === 0)
    return (
      <EmptyState
        icon={<RadioTower />}
        title="Nenhuma rádio disponível"
        text="O administrador do sistema ainda não cadastrou rádios."
      />
    );
  const found = filterBySearch(stations, search, ({ name, genre }) => `${name} ${genre}`);

  return (
    <fieldset>
      <legend className={styles.legend}>Escolha a rádio</legend>
      {stations.length >= minStationsForSearch && (
        <div className={styles.search}>
          <SearchField label="Buscar por nome ou gênero" value={search} onChange={setSearch} />
        </div>
      )}
      {found.length === 0 && (
        <Text as="p" muted>
          Nenhuma rádio com "{search.trim()}".
        </Text>
      )}
      <Grid as="ul" min="17rem" gap={3}>
        {found.map(({ id, name, genre }) => (
          <Row
            as="li"
            gap={2}
            align="center"
            canShrink
            surface
            key={id}
            className={classNames(styles.station, id === selectedId && styles.chosen)}
          >
            <Row as="label" gap={3} align="center" grow className={styles.choice}>
              <input
                type="radio"
                name={group}
                checked={id === selectedId}
                disabled={!mayChange}
                onChange={() => onSelect(id)}
              />
              <span className={styles.picture} aria-hidden="true">
                {id === selectedId ? <CircleCheck size="1.25rem" /> : <RadioTower size="1.25rem" />}
              </span>
              <Stack as="span" breakable canShrink>
                <span className={styles.name}>{name}</span>
                <Text muted size="sm">
                  {genre}
                </Text>
              </Stack>
            </Row>
            <IconButton
              outlined
              label={`${id === playingId ? 'Parar' : 'Ouvir'}: ${name}`}
              icon={id === playingId ? <Square /> : <Play />}
              onClick={() => onListen(id === playingId ? undefined : id)}
            />
          </Row>
        ))}
      </Grid>
    </fieldset>
  );
}
