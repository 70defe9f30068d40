import { useState } from 'react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { isRulePlaying, playsWithEndText } from '../../../components/screens/plays-now.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { NoScreens } from '../../../components/screens/NoScreens.tsx';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { tvName } from '../../../state/uploads/upload-status.ts';
import type { Destination } from '../../../state/uploads/upload-item.ts';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { ChoiceList } from '../../../ui/form/choice/ChoiceList.tsx';
import { SearchedChoices } from '../../../ui/form/choice/SearchedChoices.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { plural, shortNames } from '../../../ui/text/format.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { newPlaylistName, preparePlaylistOf } from './prepare-destination.ts';

/** Where the files appear: on all TVs of the playlist, or only on the chosen one, which gets a copy of the playlist. */
type Scope = 'all' | 'one';

interface ChooseScreenDialogProps {
  count: number;
  onSend: (destination: Destination) => void;
  onClose: () => void;
}

/** Shows the form that chooses the TV for the files. For a playlist of several TVs it asks which TVs to change. */
export function ChooseScreenDialog({ count, onSend, onClose }: ChooseScreenDialogProps) {
  const screens = useResource('GET /api/my-players');
  // Load the names of the playlists, because a new playlist needs a name that no other playlist has.
  useResource('GET /api/playlists');
  const availableScreens = screens.data?.filter((screen) => whyUnavailable(screen) === undefined) ?? [];
  const [chosen, setChosen] = useState<string>();
  const [scope, setScope] = useState<Scope>();
  const choice = chosen ?? (availableScreens.length === 1 ? String(availableScreens[0]?.id) : undefined);
  const screen = availableScreens.find(({ id }) => String(id) === choice);
  const sharingScreens = (screens.data ?? []).filter(
    (each) =>
      each.id !== screen?.id && screen?.assignedPlaylist && each.assignedPlaylist?.id === screen.assignedPlaylist.id,
  );
  const [send, sending] = useAction('Erro ao enviar playlist', async () => {
    if (!screen) return;
    const destination = await preparePlaylistOf(screen, sharingScreens.length > 0 && scope === 'one');
    onClose();
    onSend(destination);
  });

  return (
    <FormDialog
      title="Exibir na TV"
      description={plural(
        count,
        'arquivo entra na playlist da TV assim que for enviado.',
        'arquivos entram na playlist da TV, cada um assim que for enviado.',
      )}
      action="Enviar para a TV"
      pending={sending}
      pendingLabel="Preparando..."
      disabled={!screen || (sharingScreens.length > 0 && scope === undefined)}
      onSubmit={send}
      onClose={onClose}
    >
      <Loaded
        resource={screens}
        skeleton={<Skeleton height="8rem" />}
        empty={<NoScreens title="Você ainda não tem telas" />}
      >
        {(all) => (
          <>
            <SearchedChoices
              label="TV"
              searchLabel="Buscar telas"
              value={choice}
              onChange={(id) => {
                setChosen(id);
                setScope(undefined);
              }}
              options={all.map((each) => ({
                value: String(each.id),
                label: each.name,
                hint: hintOf(each),
                disabled: whyUnavailable(each) !== undefined,
              }))}
            />
            {screen && playsSomethingElse(screen) && (
              <Callout tone="info" compact>
                {`A ${tvName(screen)} segue a programação agora: os arquivos aparecem quando a playlist enviada voltar.`}
              </Callout>
            )}
            {screen && <SendEffect screen={screen} sharingScreens={sharingScreens} scope={scope} onScope={setScope} />}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}

/** True if a rule currently plays something other than the screen's assigned playlist. */
const playsSomethingElse = ({ playsNow, assignedPlaylist }: MyPlayer): boolean =>
  isRulePlaying(playsNow) && (playsNow.isDark || playsNow.playlist?.id !== assignedPlaylist?.id);

function hintOf(screen: MyPlayer): string {
  const connection = screen.isOnline ? 'Online' : screen.isPaired ? 'Offline' : 'Nenhuma TV conectada';
  return (
    whyUnavailable(screen) ??
    `${connection} · ${isRulePlaying(screen.playsNow) ? playsWithEndText(screen.playsNow, Date.now()) : (screen.assignedPlaylist?.name ?? 'Sem playlist')}`
  );
}

interface SendEffectProps {
  screen: MyPlayer;
  sharingScreens: readonly MyPlayer[];
  scope: Scope | undefined;
  onScope: (scope: Scope) => void;
}

/** Explains the effect of sending to this TV, and lets the user decide whether other TVs change too. */
function SendEffect({ screen, sharingScreens, scope, onScope }: SendEffectProps) {
  const { assignedPlaylist } = screen;
  const effectText = !assignedPlaylist
    ? `A ${tvName(screen)} ainda não tem playlist: a nova playlist “${newPlaylistName(screen)}” é criada e enviada a ela.`
    : sharingScreens.length === 0 &&
      `Os arquivos entram na playlist “${assignedPlaylist.name}”, que só a ${tvName(screen)} exibe.`;
  if (!assignedPlaylist || effectText)
    return (
      <Callout tone="info" compact>
        {effectText}
      </Callout>
    );
  const names = shortNames(sharingScreens.map(({ name }) => name));
  return (
    <ChoiceList<Scope>
      label={`A playlist “${assignedPlaylist.name}” também passa em: ${names}`}
      value={scope}
      onChange={onScope}
      options={[
        {
          value: 'all',
          label: 'Exibir em todas elas',
          hint: `Os arquivos entram na playlist “${assignedPlaylist.name}”.`,
        },
        {
          value: 'one',
          label: 'Nova playlist só para esta TV',
          hint: `“${newPlaylistName(screen)}”: o que a ${tvName(screen)} já exibe, mais os arquivos.`,
        },
      ]}
    />
  );
}
