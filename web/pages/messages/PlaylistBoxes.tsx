import type { Playlist } from '../../../src/contract/playlists.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { plural } from '../../ui/text/format.ts';
import { tabHref } from '../../navigation/manage-tabs.ts';
import { Grid, Text } from '../../ui/layout/primitives.tsx';

interface PlaylistBoxesProps {
  playlists: readonly Playlist[];
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Shows the form field for the playlists that show a message. */
export function PlaylistBoxes({ playlists, chosen, onChange }: PlaylistBoxesProps) {
  if (playlists.length === 0) {
    return (
      <Callout tone="warning">
        Você ainda não tem playlists. A mensagem fica guardada até você{' '}
        <a href={tabHref('playlists')}>criar uma playlist</a> e marcá-la aqui.
      </Callout>
    );
  }
  return (
    <fieldset>
      <Text as="legend" size="sm" weight="medium" marginBottom={1}>
        Aparece nas playlists
      </Text>
      <Grid min="14rem" gap={4} rowGap={0}>
        {playlists.map(({ id, name, itemCount }) => (
          <Checkbox
            key={id}
            label={name}
            hint={plural(itemCount, 'conteúdo', 'conteúdos')}
            checked={chosen.includes(id)}
            onChange={(isChosen) => onChange(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </Grid>
      {chosen.length === 0 && (
        <Text as="p" tone="warning" size="xs" marginTop={1}>
          Sem playlist, a mensagem não aparece em nenhuma tela.
        </Text>
      )}
    </fieldset>
  );
}
