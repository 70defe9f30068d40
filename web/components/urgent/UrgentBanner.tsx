import { useSignals } from '@preact/signals-react/runtime';
import { CircleStop } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '../../ui/action/Button.tsx';
import { plural } from '../../ui/text/format.ts';
import { presetName, remainingText } from './urgent-texts.ts';
import styles from './UrgentBanner.module.css';
import { useEndUrgent } from './use-end-urgent.ts';
import { isUrgentDialogOpen, type RunningNotice, useRunningNotices, useUrgentNotices } from './use-urgent.ts';
import { connection } from '../../state/resources/connection.ts';
import { hasCapability, hasFeature } from '../../state/session.ts';
import { lazyDialog } from '../shell/overlay/lazy-dialog.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const UrgentDialog = lazyDialog(() => import('./UrgentDialog.tsx'), 'UrgentDialog');

/** Delay until the dialog's code is loaded in advance. The dialog then opens at once even on a slow connection. */
const preloadDelayMs = 3_000;

/** Shows a banner on every page while a notice is on the clinic's screens (contract/README 18.8), and the open dialog. */
export function UrgentBanner() {
  useSignals();
  const { notices } = useUrgentNotices();
  const running = useRunningNotices(notices);
  useEffect(() => () => void (isUrgentDialogOpen.value = false), []);
  const shouldPreload = hasCapability('urgent') && hasFeature('canAccessManagement') && connection.value === 'open';
  useEffect(() => {
    if (!shouldPreload) return;
    const timer = setTimeout(() => UrgentDialog.preload?.(), preloadDelayMs);
    return () => clearTimeout(timer);
  }, [shouldPreload]);
  const [newest] = running;
  return (
    <>
      {newest && <NewestNotice key={newest.notice.id} {...newest} otherCount={running.length - 1} />}
      {isUrgentDialogOpen.value && <UrgentDialog onClose={() => (isUrgentDialogOpen.value = false)} />}
    </>
  );
}

/** Shows the newest running notice, which is the one on the screens. When several run, they are ended in the dialog. */
function NewestNotice({ notice, isFromManagersList, remainingMs, otherCount }: RunningNotice & { otherCount: number }) {
  useSignals();
  const { end, isEnding, mayEnd } = useEndUrgent({ notice, isFromManagersList });
  const { shown, total } = notice.screens;
  return (
    <section className={styles.banner} aria-label="Aviso urgente no ar">
      <Row gap={3} align="center" between className={styles.inner}>
        <Row
          as="button"
          gap={3}
          align="center"
          size="sm"
          canShrink
          type="button"
          className={styles.open}
          aria-haspopup="dialog"
          onClick={() => (isUrgentDialogOpen.value = true)}
        >
          <Text noShrink className={styles.dot} aria-hidden="true" />
          <Row as="span" gap={3} rowGap={0} wrap canShrink tabular breakable className={styles.texts}>
            <span className={styles.name}>
              {presetName(notice.preset)} no ar
              {otherCount > 0 && ` e ${plural(otherCount, 'outro aviso', 'outros avisos')}`}
            </span>
            <span>
              {remainingText(remainingMs)} · {shown} de {plural(total, 'tela', 'telas')}
            </span>
          </Row>
        </Row>
        {mayEnd && otherCount === 0 && (
          <Button size="sm" icon={<CircleStop />} pending={isEnding} onClick={end}>
            Encerrar
          </Button>
        )}
      </Row>
    </section>
  );
}
