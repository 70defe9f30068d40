import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Paper } from './paper.ts';
import { SlipLines, type SlipLinesProps } from './SlipLines.tsx';
import styles from './TicketSlip.module.css';

interface TicketSlipProps extends SlipLinesProps {
  paper: Paper;
  /** Called when the print dialog was closed. */
  onDone: () => void;
}

/** Opens the print dialog for a ticket on a paper roll. The ticket is visible only in print. */
export function TicketSlip({ paper, onDone, ...lines }: TicketSlipProps) {
  const done = useRef(onDone);
  done.current = onDone;
  const slip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish);
    let isMounted = true;
    // Wait for the slip's layout and the logo. A logo that fails to load is left out.
    const timer = setTimeout(() => {
      const decodings = Array.from(slip.current?.querySelectorAll('img') ?? [], (image) => image.decode());
      void Promise.allSettled(decodings).then(() => isMounted && window.print());
    });
    return () => {
      isMounted = false;
      clearTimeout(timer);
      window.removeEventListener('afterprint', finish);
    };
  }, []);
  return createPortal(
    <div ref={slip} className={`${styles.slip} ${styles[paper]}`}>
      <SlipLines {...lines} />
    </div>,
    document.body,
  );
}
