import { useSignals } from '@preact/signals-react/runtime';
import { CircleStop } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import { plural } from '../../ui/text/format.ts';
import { presetName, remainingInWords } from './urgent-words.ts';
import styles from './UrgentSign.module.css';
import { useEndUrgent } from './use-end-urgent.ts';
import { isUrgentOpen, type Running, useRunning, useUrgentNotices } from './use-urgent.ts';
import { connection } from '../../state/resources/connection.ts';
import { hasCapability, hasFeature } from '../../state/session.ts';
import { laterDialog } from '../shell/overlay/later-dialog.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const UrgentDialog = laterDialog(() => import('./UrgentDialog.tsx'), 'UrgentDialog');

/** Delay after which the dialog's code is loaded ahead, so that nobody waits for a slow line. */
const fetchAheadMs = 3_000;

/** Below the bar of every page while a notice is on the clinic's screens (contract/README 18.8); and the dialog. */
export function UrgentSign() {
  useSignals();
  const { notices } = useUrgentNotices();
  const running = useRunning(notices);
  useEffect(() => () => void (isUrgentOpen.value = false), []);
  const isNeeded = hasCapability('urgent') && hasFeature('canAccessManagement') && connection.value === 'open';
  useEffect(() => {
    if (!isNeeded) return;
    const fetching = setTimeout(() => UrgentDialog.preload?.(), fetchAheadMs);
    return () => clearTimeout(fetching);
  }, [isNeeded]);
  const [newest] = running;
  return (
    <>
      {newest && <Sign key={newest.notice.id} {...newest} others={running.length - 1} />}
      {isUrgentOpen.value && <UrgentDialog onClose={() => (isUrgentOpen.value = false)} />}
    </>
  );
}

/** Line for the newest of the running notices, which is what screens show; of several one is ended in the dialog. */
function Sign({ notice, isOfAll, remainingMs, others }: Running & { others: number }) {
  useSignals();
  const { end, isEnding, mayEnd } = useEndUrgent({ notice, isOfAll });
  const { shown, total } = notice.screens;
  return (
    <section className={styles.sign} aria-label="Aviso urgente no ar">
      <Row gap={3} align="center" between className={styles.inner}>
        <Row
          as="button"
          gap={3}
          align="center"
          size="sm"
          narrow
          type="button"
          className={styles.what}
          aria-haspopup="dialog"
          onClick={() => (isUrgentOpen.value = true)}
        >
          <Text rigid className={styles.dot} aria-hidden="true" />
          <Row as="span" gap={3} rowGap={0} wrap narrow tabular breakable className={styles.words}>
            <span className={styles.name}>
              {presetName(notice.preset)} no ar{others > 0 && ` e ${plural(others, 'outro aviso', 'outros avisos')}`}
            </span>
            <span>
              {remainingInWords(remainingMs)} · {shown} de {plural(total, 'tela', 'telas')}
            </span>
          </Row>
        </Row>
        {mayEnd && others === 0 && (
          <Button size="sm" icon={<CircleStop />} pending={isEnding} onClick={end}>
            Encerrar
          </Button>
        )}
      </Row>
    </section>
  );
}
