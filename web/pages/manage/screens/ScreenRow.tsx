import { CircleStop, Pencil, Send } from 'lucide-react';
import { badgesOf, nowText } from '../../../components/screens/screen-view.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { Badge } from '../../../ui/data/Badge.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import type { ScreenCardProps } from './ScreenCard.tsx';
import { ScreenMenu } from './ScreenMenu.tsx';
import styles from './ScreenRow.module.css';
import { useStop } from './use-stop.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Shows a screen in one row, for long lists: its name, state, playlist and send button. Other actions are in the menu. */
export function ScreenRow({ screen, mayChange, onSend, onRename, onCallLayout, onSettings }: ScreenCardProps) {
  const unavailableReason = whyUnavailable(screen);
  const [stop] = useStop(screen);
  const details = `${screen.assignedPlaylist?.name ?? 'Nenhuma playlist'} · ${unavailableReason ?? nowText(screen, Date.now())}`;
  const items = [
    { label: 'Renomear', icon: <Pencil />, onSelect: onRename },
    ...(screen.assignedPlaylist && !unavailableReason
      ? [{ label: 'Parar reprodução', icon: <CircleStop />, onSelect: () => void stop() }]
      : []),
  ];
  return (
    <Row as="li" gap={2} align="center" canShrink surface className={styles.row}>
      <Text as="div" grow>
        <Row gap={2} align="center">
          <Text as="h3" size="sm" ellipsis title={screen.name}>
            {screen.name}
          </Text>
          {badgesOf(screen).map(({ text, tone }) => (
            <Badge key={text} tone={tone} dot>
              {text}
            </Badge>
          ))}
        </Row>
        <Text as="p" muted size="xs" tabular ellipsis title={details}>
          {details}
        </Text>
      </Text>
      {mayChange && !unavailableReason && (
        <IconButton size="sm" label={`Enviar playlist: ${screen.name}`} icon={<Send />} onClick={onSend} />
      )}
      {mayChange && (
        <ScreenMenu screen={screen} onCallLayout={onCallLayout} onSettings={onSettings} leadingItems={items} />
      )}
    </Row>
  );
}
