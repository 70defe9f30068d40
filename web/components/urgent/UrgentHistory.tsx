import { useState } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import { formatDateTime, plural } from '../../ui/text/format.ts';
import styles from './Urgent.module.css';
import type { ListedNotice } from './urgent-list.ts';
import { presetName } from './urgent-texts.ts';
import { UrgentReceipts } from './UrgentReceipts.tsx';
import { useUrgentHistory } from './use-urgent.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows the notices that have ended, ten at first; each can be opened to see its receipts. Shows nothing when there are none. */
export function UrgentHistory({ firstPages }: { firstPages: Parameters<typeof useUrgentHistory>[0] }) {
  const { ended, hasMore, loadMore, isLoading } = useUrgentHistory(firstPages);
  const [count, setCount] = useState(noticesPerClick);
  if (ended.length === 0) return null;
  const showMore = async () => {
    if (ended.length < count + noticesPerClick && hasMore) await loadMore();
    setCount(count + noticesPerClick);
  };
  return (
    <Text as="details" muted size="sm" className={styles.history}>
      <summary>Últimos avisos</summary>
      <ul>
        {ended.slice(0, count).map((each) => (
          <EndedNotice key={each.notice.id} {...each} />
        ))}
      </ul>
      {(ended.length > count || hasMore) && (
        <Button size="sm" pending={isLoading} onClick={() => void showMore()}>
          Mostrar mais antigos
        </Button>
      )}
    </Text>
  );
}

const noticesPerClick = 10;

function EndedNotice({ notice, isFromManagersList }: ListedNotice) {
  const { preset, text, author, createdAt, screens } = notice;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <Stack as="summary">
          <Row as="span" gap={3} align="baseline" between>
            <strong className={styles.head}>{presetName(preset)}</strong>
            <Text weight="medium" noShrink className={styles.detailsLink}>
              {screens.shown} de {plural(screens.total, 'tela', 'telas')}
            </Text>
          </Row>
          <span>
            {formatDateTime(createdAt)} · {author}
          </span>
          <Text marginTop={1} breakable className={styles.head}>
            {text}
          </Text>
        </Stack>
        {isOpen && <UrgentReceipts notice={notice} isFromManagersList={isFromManagersList} />}
      </details>
    </li>
  );
}
