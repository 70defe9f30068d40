import { CircleStop } from 'lucide-react';
import type { UrgentNotice } from '../../../src/contract/urgent.ts';
import { confirm } from '../../state/confirm.ts';
import { mutate, useResource } from '../../state/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { formatTime, plural } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import styles from './Urgent.module.css';
import { missingInWords, presetName } from './urgent-words.ts';

/** One that is on the screens now: who shows it, live, and its end. `isOfAll`: a manager's, for everybody's screens. */
export function UrgentRunning({ notice, isOfAll }: { notice: UrgentNotice; isOfAll: boolean }) {
  const { id, preset, text, endsAt, author, isPlatform } = notice;
  const input = { params: { id } };
  const ownDetails = useResource('GET /api/urgent/:id', input, { enabled: !isOfAll });
  const allDetails = useResource('GET /api/admin/urgent/:id', input, { enabled: isOfAll });
  const details = isOfAll ? allDetails : ownDetails;
  const { total, shown } = (details.data ?? notice).screens;
  const missing = missingInWords(details.data?.receipts ?? []);
  const mayEnd = isOfAll || !isPlatform;

  const [end, ending] = useAction('Erro ao encerrar o aviso', async () => {
    const question = { title: 'Encerrar o aviso agora?', text: 'As telas voltam à programação.', action: 'Encerrar' };
    if (!(await confirm(question))) return;
    if (isOfAll) await mutate('POST /api/admin/urgent/:id/end', input, { invalidates: ['GET /api/admin/urgent'] });
    else await mutate('POST /api/urgent/:id/end', input, { invalidates: ['GET /api/urgent'] });
    toast({ title: '✓ Aviso encerrado' });
  });

  return (
    <section className={styles.notice} aria-label={presetName(preset)}>
      <p className={styles.head}>
        <Badge tone="danger" dot>
          {presetName(preset)}
        </Badge>
        <span>
          Até {formatTime(endsAt)} · {author}
        </span>
      </p>
      <p className={styles.text}>{text}</p>
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
      {mayEnd ? (
        <Button icon={<CircleStop />} pending={ending} onClick={() => void end()}>
          Encerrar agora
        </Button>
      ) : (
        <p className={styles.quiet}>Enviado pela administração, que também o encerra.</p>
      )}
    </section>
  );
}
