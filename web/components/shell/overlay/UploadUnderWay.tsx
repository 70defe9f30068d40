import { useSignals } from '@preact/signals-react/runtime';
import { Upload } from 'lucide-react';
import { tabHref } from '../../../navigation/manage-tabs.ts';
import { uploadUnderWay } from '../../../state/uploads/under-way.ts';
import { Row } from '../../../ui/layout/primitives.tsx';
import styles from './UploadUnderWay.module.css';

/** Shows, in the bar of every page, the progress of running uploads as a link to them. */
export function UploadUnderWay() {
  useSignals();
  const upload = uploadUnderWay.value;
  if (!upload) return null;
  const { name, percent, waitingCount } = upload;
  const waiting = waitingCount > 0 ? `, mais ${waitingCount} na fila` : '';
  return (
    <Row
      as="a"
      gap={1}
      align="center"
      size="sm"
      weight="bold"
      tabular
      noShrink
      className={styles.link}
      href={tabHref('upload')}
      aria-label={`Enviando ${name}: ${percent}%${waiting}`}
      title={`Enviando ${name}${waiting}`}
    >
      <Upload />
      <span>{percent}%</span>
    </Row>
  );
}
