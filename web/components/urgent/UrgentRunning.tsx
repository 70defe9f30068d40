import { useSignals } from '@preact/signals-react/runtime';
import { CircleStop } from 'lucide-react';
import { useState } from 'react';
import { useResource } from '../../state/resources/resource.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { formatTime, plural } from '../../ui/text/format.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import styles from './Urgent.module.css';
import { missingInWords, presetName, remainingInWords } from './urgent-words.ts';
import { UrgentReceipts } from './UrgentReceipts.tsx';
import { useEndUrgent } from './use-end-urgent.ts';
import type { Running } from './use-urgent.ts';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** One that is on the screens now: who shows it, live, and its end. `isOfAll`: a manager's, for everybody's screens. */
export function UrgentRunning({ notice, isOfAll, remainingMs }: Running) {
  useSignals();
  const { id, preset, text, endsAt, author, isPlatform } = notice;
  const input = { params: { id } };
  const ownDetails = useResource('GET /api/urgent/:id', input, { enabled: !isOfAll });
  const allDetails = useResource('GET /api/admin/urgent/:id', input, { enabled: isOfAll });
  const details = isOfAll ? allDetails : ownDetails;
  const { total, shown } = (details.data ?? notice).screens;
  const missing = missingInWords(details.data?.receipts ?? []);
  const [areListed, setListed] = useState(false);
  const { end, isEnding, mayEnd } = useEndUrgent({ notice, isOfAll });

  return (
    <section className={styles.notice} aria-label={presetName(preset)}>
      <Row as="p" gap={2} align="center" wrap muted size="sm">
        <Badge tone="danger" dot>
          {presetName(preset)}
        </Badge>
        <span>
          Até {formatTime(endsAt)}, {remainingInWords(remainingMs)} · {author}
        </span>
      </Row>
      <Text as="p" size="lg" weight="bold" breakable className={styles.text}>
        {text}
      </Text>
      <ProgressBar value={total === 0 ? 0 : Math.round((100 * shown) / total)} label="Telas que mostram o aviso" />
      <div role="status" className={styles.receipts}>
        <p>
          <strong>
            {shown} de {plural(total, 'tela', 'telas')} mostrando
          </strong>
        </p>
        {missing.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      {areListed && <UrgentReceipts notice={notice} isOfAll={isOfAll} />}
      <Row gap={2} wrap>
        <Button aria-expanded={areListed} onClick={() => setListed(!areListed)}>
          {areListed ? 'Esconder as telas' : 'Ver cada tela'}
        </Button>
        {mayEnd && (
          <Button variant="danger" icon={<CircleStop />} pending={isEnding} onClick={end}>
            Encerrar agora
          </Button>
        )}
      </Row>
      {isPlatform && !isOfAll && <p className={styles.quiet}>Enviado pela administração, que também o encerra.</p>}
    </section>
  );
}
