import { useMemo } from 'react';
import styles from './QrCode.module.css';
import { qrPicture } from '../../ui/media/qr.ts';

/** Shows a QR code, black on white in both themes, as cameras need it. `label`: accessible name. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPicture(text), [text]);
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={path} />
    </svg>
  );
}
