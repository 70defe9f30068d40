import { useState } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import { formatDateTime, plural } from '../../ui/text/format.ts';
import styles from './Urgent.module.css';
import type { Listed } from './urgent-list.ts';
import { presetName } from './urgent-words.ts';
import { UrgentReceipts } from './UrgentReceipts.tsx';
import { useUrgentHistory } from './use-urgent.ts';
import { Row } from '../../ui/layout/primitives.tsx';

/** Those that are over, ten at first; each opens to what its screens made of it. Nothing without any. */
export function UrgentHistory({ pages }: { pages: Parameters<typeof useUrgentHistory>[0] }) {
  const { past, hasMore, more, isReading } = useUrgentHistory(pages);
  const [count, setCount] = useState(atOnce);
  if (past.length === 0) return null;
  const show = async () => {
    if (past.length < count + atOnce && hasMore) await more();
    setCount(count + atOnce);
  };
  return (
    <details className={styles.history}>
      <summary>Últimos avisos</summary>
      <ul>
        {past.slice(0, count).map((each) => (
          <Past key={each.notice.id} {...each} />
        ))}
      </ul>
      {(past.length > count || hasMore) && (
        <Button size="sm" pending={isReading} onClick={() => void show()}>
          Mostrar mais antigos
        </Button>
      )}
    </details>
  );
}

const atOnce = 10;

function Past({ notice, isOfAll }: Listed) {
  const { preset, text, author, createdAt, screens } = notice;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Row as="span" gap={3} align="baseline" between className={styles.pastHead}>
            <strong>{presetName(preset)}</strong>
            <span>
              {screens.shown} de {plural(screens.total, 'tela', 'telas')}
            </span>
          </Row>
          <span className={styles.pastWhen}>
            {formatDateTime(createdAt)} · {author}
          </span>
          <span className={styles.pastText}>{text}</span>
        </summary>
        {isOpen && <UrgentReceipts notice={notice} isOfAll={isOfAll} />}
      </details>
    </li>
  );
}
