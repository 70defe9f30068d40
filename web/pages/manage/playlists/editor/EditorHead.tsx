import { Clock3 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Assignment, Playlist } from '../../../../../src/contract/playlists.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { messageOf } from '../../../../api/client.ts';
import { saveDraft, draftOf } from '../../../../state/form/drafts.ts';
import { signedInId } from '../../../../state/session.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { formatDuration } from '../../../../ui/text/format.ts';
import { Input } from '../../../../ui/form/Input.tsx';
import { changePlaylist } from '../change-playlists.ts';
import styles from './EditorHead.module.css';
import { ModeSwitch } from './ModeSwitch.tsx';
import { cycleSeconds } from './running-time.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

interface EditorHeadProps {
  playlist: Playlist;
  assignments: readonly Assignment[] | undefined;
}

/** Shows fields for name and mode, and the duration of a cycle. Saves the name on blur, on Enter and on closing. */
export function EditorHead({ playlist, assignments }: EditorHeadProps) {
  const draftName = `name of playlist ${playlist.id}`;
  /** The typed name until it is saved. undefined shows the stored name. */
  const [typed, setTyped] = useState(() => draftOf<string>(signedInId.peek(), draftName));
  const [saveError, setSaveError] = useState<string>();
  const name = typed ?? playlist.name;
  const isBlank = name.trim() === '';

  const [rename] = useAction('Erro ao renomear', async (newName: string) => {
    const owner = signedInId.peek();
    setSaveError(undefined);
    try {
      await changePlaylist(playlist.id, { name: newName });
    } catch (error) {
      // If the editor is closed already, it shows the typed name when it is opened again.
      saveDraft(owner, draftName, newName);
      setTyped((now) => now ?? newName);
      setSaveError(messageOf(error));
      throw error;
    }
    saveDraft(owner, draftName, undefined);
    setTyped((now) => (now?.trim() === newName ? undefined : now));
    toast({ title: 'Nome atualizado', description: newName });
  });
  const [switchMode] = useAction('Erro ao atualizar configuração', async (isRandom: boolean) => {
    await changePlaylist(playlist.id, { isRandom });
    toast({
      title: 'Configuração atualizada',
      description: `Reprodução ${isRandom ? 'aleatória' : 'sequencial'} ativada`,
    });
  });
  function discard(): void {
    saveDraft(signedInId.peek(), draftName, undefined);
    setTyped(undefined);
    setSaveError(undefined);
  }
  function save(): void {
    if (isBlank) return;
    if (name.trim() !== playlist.name) void rename(name.trim());
    else discard();
  }
  /** Saves the name on blur and on closing. Does not send a name again that could not be saved, unless the user changed it. */
  const saveOnLeaving = () => {
    if (saveError === undefined) save();
  };
  // Esc closes the editor without a blur event of the field.
  const latestSave = useRef(saveOnLeaving);
  latestSave.current = saveOnLeaving;
  useEffect(() => () => latestSave.current(), []);

  return (
    <Row align="start" wrap className={styles.head}>
      <form
        className={styles.name}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Input
          label="Nome da playlist"
          required
          value={name}
          onChange={(text) => {
            setTyped(text);
            setSaveError(undefined);
          }}
          onBlur={saveOnLeaving}
          maxCharacters={limits.playlistNameLength}
          error={isBlank ? 'Dê um nome à playlist.' : saveError}
        />
      </form>
      <div className={styles.mode}>
        <ModeSwitch isRandom={playlist.isRandom} onChange={(isRandom) => void switchMode(isRandom)} />
      </div>
      <p className={styles.time}>
        <Text size="sm" weight="medium">
          Duração total
        </Text>
        <Row as="span" gap={2} align="center" size="lg" tabular className={styles.value}>
          <Clock3 size="1.125rem" />
          {assignments ? formatDuration(cycleSeconds(assignments)) : '–'}
        </Row>
      </p>
    </Row>
  );
}
