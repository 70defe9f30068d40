import { Link } from 'lucide-react';
import { useRef, useState } from 'react';
import type { UserWithUsage } from '../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../src/contract/limits.ts';
import type { PendingDevice } from '../../../src/contract/pairing.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import { confirmScreenName, hasScreenNamed } from '../../components/screens/confirm-same-name.ts';
import { CallError, messageOf } from '../../api/client.ts';
import { confirm } from '../../state/confirm.ts';
import { mutate, useResource } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { SearchedChoices } from '../../ui/form/choice/SearchedChoices.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { EndedCode } from './EndedCode.tsx';
import { claimBodyOf, firstChoice, newScreen, pairChoices, swapText } from './pair-choices.ts';
import styles from './Pair.module.css';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

interface PairFormProps {
  code: string;
  /** Id of the screen in the page's address. */
  wantedId: string | null;
  onDone: (screenId: number) => void;
  /** Called with the TV's new code, or with '' to show the form that asks for the code. */
  onOtherCode: (code: string) => void;
}

/** Shows the device, and a form that chooses its screen. */
export function PairForm({ code, wantedId, onDone, onOtherCode }: PairFormProps) {
  const request = useResource('GET /api/pairing/:code', { params: { code } });
  const screenList = useResource('GET /api/my-players');
  const profile = useResource('GET /api/user/me');
  const playlistList = useResource('GET /api/playlists');
  // While another code is checked, and if the server does not know that code, keep the last response, so that the form
  // keeps its values.
  const latest = useRef(request.data);
  latest.current = request.data ?? latest.current;
  if (request.error && !latest.current)
    return (
      <Card>
        <Callout tone="warning" role="alert" title="Código não encontrado">
          {messageOf(request.error)}
        </Callout>
        <Text as="div" marginTop={4}>
          <Button variant="primary" onClick={() => onOtherCode('')}>
            Digitar outro código
          </Button>
        </Text>
      </Card>
    );
  const failed = [screenList, profile, playlistList].find(({ data, error }) => error && !data);
  if (failed) return <LoadError error={failed.error} onRetry={failed.refetch} />;
  const [screens, usage, playlists] = [screenList.data, profile.data, playlistList.data];
  if (!latest.current || !screens || !usage || !playlists) return <Skeleton height="18rem" radius="var(--radius)" />;
  const problem = request.error && !request.data ? messageOf(request.error) : undefined;
  return (
    <ScreenForm {...{ pending: latest.current, problem, screens, usage, playlists, wantedId, onDone, onOtherCode }} />
  );
}

interface ScreenFormProps extends Pick<PairFormProps, 'wantedId' | 'onDone' | 'onOtherCode'> {
  pending: PendingDevice;
  /** Error text of the code that was typed after the first code had become invalid. */
  problem: string | undefined;
  screens: readonly MyPlayer[];
  usage: UserWithUsage;
  playlists: readonly Playlist[];
}

function ScreenForm({ pending, problem, screens, usage, playlists, wantedId, onDone, onOtherCode }: ScreenFormProps) {
  const mayCreate = usage.maxPlayers === null || usage.playerCount < usage.maxPlayers;
  const [choice, setChoice] = useState(() => firstChoice(screens, wantedId, mayCreate));
  const [name, setName] = useState('');
  const [nameError, setNameError] = useState<string>();
  const [playlistId, setPlaylistId] = useState(() => String(playlists[0]?.id ?? ''));
  const { free, taken } = pairChoices(screens, usage);
  const choices = { value: choice, onChange: setChoice, shownAlways: newScreen };
  const screen = screens.find(({ id }) => String(id) === choice);
  const isNew = choice === newScreen;
  const needsPlaylist =
    playlists.length > 0 && (isNew || (screen && !screen.assignedPlaylist && screen.status !== 'paused'));

  const [ended, setEnded] = useState<{ code: string; reason: string }>();
  const [newCode, setNewCode] = useState('');
  const isEnded = ended?.code === pending.code;
  const [claim, claiming] = useAction(
    'Erro ao parear a TV',
    async () => {
      const body = claimBodyOf(choice ?? '', name, needsPlaylist ? playlistId : '', screen?.isPaired ?? false);
      const claimed = await mutate('POST /api/pairing/:code/claim', { params: { code: pending.code }, body });
      onDone(claimed.id);
    },
    (error) => {
      if (!(error instanceof CallError) || error.code !== 'not_found') return false;
      setEnded({ code: pending.code, reason: error.message });
      return true;
    },
  );

  async function submit(): Promise<void> {
    if (isEnded) return newCode.length === 6 ? onOtherCode(newCode) : undefined;
    if (isNew && name.trim() === '') return setNameError('Dê um nome à tela.');
    if (isNew && !(await confirmScreenName(name.trim()))) return;
    if (!screen?.isPaired || (await confirmSwap(screen))) await claim();
  }

  return (
    <Stack
      as="form"
      gap={4}
      className={styles.narrow}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {isEnded ? (
        <EndedCode reason={ended.reason} problem={problem} value={newCode} onChange={setNewCode} />
      ) : (
        <DeviceCard pending={pending} />
      )}
      <Card>
        <Stack gap={4}>
          <SearchedChoices label="Esta TV será" searchLabel="Buscar telas livres" options={free} {...choices} />
          {isNew && (
            <Input
              label="Nome da tela"
              required
              value={name}
              error={nameError}
              hint={hasScreenNamed(name) ? 'Outra tela já tem este nome.' : undefined}
              maxCharacters={limits.playerNameLength}
              placeholder="Ex.: Recepção"
              onChange={(text) => {
                setName(text);
                setNameError(undefined);
              }}
            />
          )}
          {taken.length > 0 && (
            <SearchedChoices
              {...{ label: 'Ou troca o aparelho de', searchLabel: 'Buscar telas com aparelho' }}
              {...{ options: taken, ...choices }}
            />
          )}
          {needsPlaylist && (
            <Select
              label="Playlist"
              hint="Começa a tocar assim que a TV estiver pareada."
              value={playlistId}
              onChange={setPlaylistId}
              options={playlists.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
        </Stack>
      </Card>
      <Button
        type="submit"
        variant="primary"
        block
        icon={<Link />}
        disabled={isEnded ? newCode.length < 6 : choice === undefined}
        pending={claiming}
        pendingLabel="Pareando..."
      >
        {isEnded ? 'Usar o código novo' : screen?.isPaired ? 'Trocar TV box' : 'Parear TV'}
      </Button>
    </Stack>
  );
}

const confirmSwap = (screen: MyPlayer) =>
  confirm({
    title: `Trocar o aparelho de “${screen.name}”?`,
    text: swapText(screen),
    action: 'Trocar TV box',
    tone: 'default',
  });
