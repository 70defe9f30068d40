import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { BreakingNews } from '../../../src/contract/messages.ts';
import { useAction } from '../../state/form/use-action.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { classNames } from '../../ui/styles/class-names.ts';
import { IconButton } from '../../ui/action/IconButton.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { PlaylistChips } from '../../components/playlists/PlaylistChips.tsx';
import { deleteMessage, setMessageActive, toastDone, toastFailed } from './change-messages.ts';
import styles from './MessageCard.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

interface MessageCardProps {
  message: BreakingNews;
  mayChange: boolean;
  onEdit: () => void;
}

export function MessageCard({ message, mayChange, onEdit }: MessageCardProps) {
  const { id, title, message: text, isActive, playlists } = message;
  const name = title ?? text;

  const [toggle, toggling] = useAction(
    'Erro',
    async (willBeActive: boolean) => {
      await setMessageActive(id, willBeActive);
      toastDone('atualizar');
    },
    (error) => toastFailed('atualizar', error),
  );
  const [remove, removing] = useConfirmedAction(
    'Erro',
    {
      title: 'Excluir mensagem?',
      text: `“${name}” deixa de aparecer nas telas e não pode ser recuperada.`,
      action: 'Excluir',
    },
    async () => {
      await deleteMessage(id);
      toastDone('excluir');
    },
    (error) => toastFailed('excluir', error),
  );

  return (
    <Text as="li" canShrink surface className={classNames(styles.card, !isActive && styles.off)}>
      <Text as="div" breakable grow>
        {title && <h3 className={styles.title}>{title}</h3>}
        <p className={styles.text}>{text}</p>
      </Text>
      <Text as="div" canShrink>
        {playlists.length > 0 ? (
          <PlaylistChips playlists={playlists} max={4} />
        ) : (
          <Badge tone="warning" icon={<TriangleAlert />}>
            Em nenhuma playlist
          </Badge>
        )}
      </Text>
      <Row gap={3} align="center" between className={styles.foot}>
        {mayChange ? (
          <>
            <Switch
              label={isActive ? 'Ativa' : 'Inativa'}
              checked={isActive}
              onChange={(willBeActive) => !toggling && void toggle(willBeActive)}
            />
            <Row>
              <IconButton label={`Editar: ${name}`} icon={<Pencil />} onClick={onEdit} />
              <IconButton
                tone="danger"
                label={`Excluir: ${name}`}
                icon={<Trash2 />}
                pending={removing}
                onClick={() => void remove()}
              />
            </Row>
          </>
        ) : (
          <Badge tone={isActive ? 'success' : 'neutral'}>{isActive ? 'Ativa' : 'Inativa'}</Badge>
        )}
      </Row>
    </Text>
  );
}
