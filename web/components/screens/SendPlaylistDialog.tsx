import { useState } from 'react';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { doForAll } from '../../state/form/do-all.ts';
import { toast } from '../../state/toasts.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { nameOrCount } from '../../ui/text/format.ts';
import { sendPlaylist } from './change-screens.ts';
import { isRulePlaying, playsName, ruleText } from './plays-now.ts';
import { ScreenBoxes } from './ScreenBoxes.tsx';
import { SendDialog } from './SendDialog.tsx';
import { Text } from '../../ui/layout/primitives.tsx';

/** Shows a dialog that sends a playlist to chosen `screens`. `initialIds`: chosen at first; a single one leaves no choice. */
export function SendPlaylistDialog({
  screens,
  initialIds,
  onClose,
}: {
  screens: readonly MyPlayer[];
  initialIds: readonly number[];
  onClose: () => void;
}) {
  const singleScreen = initialIds.length === 1 ? screens.find(({ id }) => id === initialIds[0]) : undefined;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(initialIds));
  const targets = screens.filter(({ id }) => chosen.has(id));
  return (
    <SendDialog
      title={singleScreen ? 'Enviar playlist' : 'Enviar para várias telas'}
      description={singleScreen?.name}
      action={singleScreen ? 'Enviar' : `Enviar (${targets.length})`}
      hasTargets={targets.length > 0}
      initialPlaylistId={singleScreen?.assignedPlaylist?.id}
      onSend={async (playlist) => {
        await doForAll(targets, ({ id }) => sendPlaylist(id, playlist));
        toast({
          title: '✓ Playlist enviada',
          description: `${playlist.name} em ${nameOrCount(targets, 'telas')}`,
        });
      }}
      onClose={onClose}
    >
      {singleScreen && isRulePlaying(singleScreen.playsNow) && (
        <Callout tone="info" compact>
          {`Agora vale a programação: ${ruleText(singleScreen.playsNow, Date.now())}. A playlist enviada toca nos outros horários.`}
        </Callout>
      )}
      {!singleScreen && (
        <fieldset>
          <Text as="legend" size="sm" weight="bold" marginBottom={1}>
            Telas
          </Text>
          <Checkbox
            label={<strong>Todas as telas</strong>}
            checked={targets.length === screens.length}
            onChange={(all) => setChosen(new Set(all ? screens.map(({ id }) => id) : []))}
          />
          <ScreenBoxes
            screens={screens}
            isChosen={(id) => chosen.has(id)}
            onChoose={(id, isChosen) =>
              setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((each) => each !== id)))
            }
            hintOf={({ isOnline, assignedPlaylist, playsNow }) =>
              `${isOnline ? 'Online' : 'Offline'}${assignedPlaylist || isRulePlaying(playsNow) ? ` · ${playsName(playsNow) ?? ''}` : ''}`
            }
          />
        </fieldset>
      )}
    </SendDialog>
  );
}
