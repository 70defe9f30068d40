import { useState } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import { formatDateTime, plural } from '../../ui/text/format.ts';
import styles from './Urgent.module.css';
import type { Listed } from './urgent-list.ts';
import { presetName } from './urgent-words.ts';
import { UrgentReceipts } from './UrgentReceipts.tsx';
import { useUrgentHistory } from './use-urgent.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

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
    <Text as="details" muted size="sm" className={styles.history}>
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
    </Text>
  );
}

const atOnce = 10;

function Past({ notice, isForAnyAccount }: Listed) {
  const { preset, text, author, createdAt, screens } = notice;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <Stack as="summary">
          <Row as="span" gap={3} align="baseline" between>
            <strong className={styles.head}>{presetName(preset)}</strong>
            <Text weight="medium" rigid className={styles.opens}>
              {screens.shown} de {plural(screens.total, 'tela', 'telas')}
            </Text>
          </Row>
          <span>
            {formatDateTime(createdAt)} · {author}
          </span>
          <Text above={1} breakable className={styles.head}>
            {text}
          </Text>
        </Stack>
        {isOpen && <UrgentReceipts notice={notice} isForAnyAccount={isForAnyAccount} />}
      </details>
    </li>
  );
}
