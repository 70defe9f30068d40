import { useSignals } from '@preact/signals-react/runtime';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { formatTime, plural } from '../../ui/text/format.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import styles from './Urgent.module.css';
import { missingTexts, presetName, remainingText } from './urgent-texts.ts';
import { UrgentReceipts } from './UrgentReceipts.tsx';
import { useEndUrgent } from './use-end-urgent.ts';
import { type RunningNotice, useUrgentDetails } from './use-urgent.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';

/** Shows a running notice: how many screens show it, with live receipts, and the button that ends it. */
export function UrgentRunning({ notice, isFromManagersList, remainingMs }: RunningNotice) {
  useSignals();
  const { id, preset, text, endsAt, author, isPlatform } = notice;
  const { data } = useUrgentDetails(id, isFromManagersList);
  const { total, shown } = (data ?? notice).screens;
  const missing = missingTexts(data?.receipts ?? []);
  const [areReceiptsOpen, setReceiptsOpen] = useState(false);
  const { end, isEnding, mayEnd } = useEndUrgent({ notice, isFromManagersList });

  return (
    <Stack as="section" gap={3} className={styles.notice} aria-label={presetName(preset)}>
      <Row as="p" gap={2} align="center" wrap muted size="sm">
        <Badge tone="danger" dot>
          {presetName(preset)}
        </Badge>
        <span>
          Até {formatTime(endsAt)}, {remainingText(remainingMs)} · {author}
        </span>
      </Row>
      <Text as="p" size="lg" weight="bold" breakable className={styles.text}>
        {text}
      </Text>
      <ProgressBar value={total === 0 ? 0 : Math.round((100 * shown) / total)} label="Telas que mostram o aviso" />
      <Text as="div" breakable role="status">
        <p>
          <strong>
            {shown} de {plural(total, 'tela', 'telas')} mostrando
          </strong>
        </p>
        {missing.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </Text>
      {areReceiptsOpen && <UrgentReceipts notice={notice} isFromManagersList={isFromManagersList} />}
      <Row gap={2} wrap>
        <Button aria-expanded={areReceiptsOpen} onClick={() => setReceiptsOpen(!areReceiptsOpen)}>
          {areReceiptsOpen ? 'Esconder as telas' : 'Ver cada tela'}
        </Button>
        {mayEnd && (
          <Button variant="danger" icon={<CircleStop />} pending={isEnding} onClick={end}>
            Encerrar agora
          </Button>
        )}
      </Row>
      {isPlatform && !isFromManagersList && (
        <Text as="p" muted size="sm">
          Enviado pela administração, que também o encerra.
        </Text>
      )}
    </Stack>
  );
}
