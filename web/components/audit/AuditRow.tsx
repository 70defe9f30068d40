import {
  BellRing,
  Plug,
  CalendarClock,
  FolderTree,
  Group,
  Image,
  KeyRound,
  ListVideo,
  Megaphone,
  MessageSquareText,
  Palette,
  Radio,
  Settings,
  Siren,
  Tv,
  UserRound,
  UsersRound,
  Wrench,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuditEntry, AuditKind } from '../../../src/contract/accounts/audit.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import styles from './AuditLog.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const icons: Record<AuditKind, ReactNode> = {
  session: <KeyRound />,
  account: <UserRound />,
  screen: <Tv />,
  group: <Group />,
  member: <UsersRound />,
  token: <Plug />,
  display: <Palette />,
  content: <Image />,
  playlist: <ListVideo />,
  programme: <CalendarClock />,
  message: <MessageSquareText />,
  call: <Megaphone />,
  radio: <Radio />,
  notice: <BellRing />,
  urgent: <Siren />,
  category: <FolderTree />,
  station: <Radio />,
  settings: <Settings />,
  system: <Wrench />,
};

export interface AuditRowProps {
  entry: AuditEntry;
  /** Filters the log by an account; undefined in the log of one account. */
  onAccount: ((account: { id: number; name: string }) => void) | undefined;
}

/** Shows an entry of the log: its sentence, details, time, account and address. */
export function AuditRow({ entry, onAccount }: AuditRowProps) {
  const { at, kind, sentence, details, actor, account, address } = entry;
  const clinicTime = account?.timeZone && formatDateTime(at, account.timeZone);
  return (
    <Row as="li" gap={3} className={styles.row}>
      <Row as="span" muted noShrink className={styles.icon} aria-hidden="true">
        {icons[kind] ?? <Wrench />}
      </Row>
      <Text as="div" grow>
        <Text as="p" breakable>
          {sentence} {actor.profile !== null && <Badge>{actor.profile}</Badge>}
        </Text>
        {details.length > 0 && (
          <Text as="ul" marginTop={1} marginBottom={1} muted size="sm">
            {details.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </Text>
        )}
        <Row as="p" gap={4} rowGap={0} wrap muted size="sm" tabular breakable>
          <time dateTime={at}>{formatDateTime(at)}</time>
          {clinicTime !== undefined && clinicTime !== formatDateTime(at) && <span>{clinicTime}</span>}
          {account !== null && onAccount && (
            <button
              type="button"
              className={styles.account}
              aria-label={`Mostrar só a conta ${account.name}`}
              onClick={() => onAccount(account)}
            >
              {account.name}
            </button>
          )}
          {address !== null && <span>endereço {address}</span>}
        </Row>
      </Text>
    </Row>
  );
}
