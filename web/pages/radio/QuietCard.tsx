import { useState } from 'react';
import type { QuietTimes } from '../../../src/contract/radio.ts';
import { windowInWords } from '../../../src/contract/programme/texts.ts';
import { WindowsDialog } from '../../components/programme/WindowsDialog.tsx';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the times without radio and music (contract/README 7.5), and the form for them. */
export function QuietCard({ quiet, mayChange }: { quiet: QuietTimes; mayChange: boolean }) {
  const playlists = useResource('GET /api/playlists').data ?? [];
  /** Ids of the playlists chosen in the dialog; undefined while the dialog is closed. */
  const [chosenIds, setChosenIds] = useState<readonly number[]>();
  const quietNames = playlists.filter(({ id }) => quiet.playlistIds.includes(id)).map(({ name }) => name);
  const lines = [...quiet.windows.map(windowInWords), ...quietNames.map((name) => `enquanto toca “${name}”`)];
  return (
    <Card title="Silêncio">
      <Stack gap={3} size="sm">
        <Text as="div" muted breakable>
          {lines.length === 0 ? (
            <p>Rádio e trilha tocam o dia inteiro.</p>
          ) : (
            <>
              <p>Rádio e trilha param:</p>
              <ul>
                {lines.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
        </Text>
        {mayChange && (
          <div>
            <Button size="sm" onClick={() => setChosenIds(quiet.playlistIds)}>
              Mudar silêncio
            </Button>
          </div>
        )}
      </Stack>
      {chosenIds && (
        <WindowsDialog
          title="Silêncio"
          description="Rádio e trilha param; vídeos, chamadas e avisos continuam com som."
          windows={quiet.windows}
          emptyText="Sem horário, o som ambiente toca o dia inteiro."
          onSave={async (windows) => {
            await mutate('PUT /api/radio-settings', { body: { quiet: { windows, playlistIds: [...chosenIds] } } });
            toast({ title: 'Silêncio salvo', description: 'As telas mudam em segundos.' });
          }}
          onClose={() => setChosenIds(undefined)}
        >
          {playlists.length > 0 && (
            <Stack as="fieldset" gap={2}>
              <Text as="legend" size="sm" weight="medium">
                Playlists sem música
              </Text>
              {playlists.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosenIds.includes(id)}
                  onChange={(isChosen) =>
                    setChosenIds(isChosen ? [...chosenIds, id] : chosenIds.filter((each) => each !== id))
                  }
                />
              ))}
            </Stack>
          )}
        </WindowsDialog>
      )}
    </Card>
  );
}
