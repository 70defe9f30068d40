import { useSignals } from '@preact/signals-react/runtime';
import { History, X } from 'lucide-react';
import { Callout } from '../../../ui/feedback/Callout.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { identityOf } from '../../../state/uploads/chosen-file.ts';
import styles from './InterruptedList.module.css';
import { abandon, interruptedUploads, uploads } from '../../../state/uploads/queue.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

/** Lists the unfinished uploads of an earlier visit, and explains how to continue them. */
export function InterruptedList() {
  useSignals();
  const queuedIdentities = new Set(uploads.value.map(({ file }) => identityOf(file)));
  const waiting = interruptedUploads.value.filter(({ identity }) => !queuedIdentities.has(identity));
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Envios interrompidos">
      <Callout
        tone="info"
        icon={<History />}
        title="Envio interrompido: escolha o mesmo arquivo para continuar de onde parou."
      >
        <ul>
          {waiting.map((upload) => (
            <Row as="li" gap={3} align="center" key={upload.key} className={styles.line}>
              <Text ellipsis grow>
                {upload.fileName}
                {upload.replaces && ` (substitui “${upload.replaces.name}”)`}
              </Text>
              <Text muted tabular noShrink>
                {Math.floor((upload.sentBytes / upload.sizeBytes) * 100)}% enviado
              </Text>
              <IconButton
                size="sm"
                label={`Desistir do envio de ${upload.fileName}`}
                icon={<X />}
                onClick={() => abandon(upload)}
              />
            </Row>
          ))}
        </ul>
      </Callout>
    </section>
  );
}
