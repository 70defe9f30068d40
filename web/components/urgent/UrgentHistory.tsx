import type { UrgentNotice } from '../../../src/contract/urgent.ts';
import { formatDateTime, plural } from '../../ui/format.ts';
import styles from './Urgent.module.css';
import { presetName } from './urgent-words.ts';

/** The last ones that are over; nothing without any. */
export function UrgentHistory({ notices }: { notices: readonly { notice: UrgentNotice; isOfAll: boolean }[] }) {
  if (notices.length === 0) return null;
  return (
    <details className={styles.history}>
      <summary>Últimos avisos</summary>
      <ul>
        {notices.map(({ notice: { id, preset, text, author, createdAt, screens } }) => (
          <li key={id}>
            <strong>{presetName(preset)}</strong> · {formatDateTime(createdAt)} · {author} · {screens.shown} de{' '}
            {plural(screens.total, 'tela', 'telas')}
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
