import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Ticket } from '../../../../src/contract/calls.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { ticketKindNames } from './ticket-kinds.ts';
import styles from './TicketSlip.module.css';

/** Prints a ticket for an 80 mm paper roll. Opens the print dialog, and calls `onDone` when the dialog closes. */
export function TicketSlip({ ticket, clinic, onDone }: { ticket: Ticket; clinic: string; onDone: () => void }) {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const finish = () => done.current();
    window.addEventListener('afterprint', finish);
    // Wait for the slip's layout before printing.
    const timer = setTimeout(() => window.print());
    return () => {
      clearTimeout(timer);
      window.removeEventListener('afterprint', finish);
    };
  }, [ticket.id]);
  return createPortal(
    <div className={styles.slip}>
      <p className={styles.clinic}>{clinic}</p>
      <p className={styles.word}>Senha</p>
      <p className={styles.label}>{ticket.label}</p>
      {ticket.kind !== 'normal' && <p className={styles.kind}>{ticketKindNames[ticket.kind]}</p>}
      <p className={styles.time}>{formatDateTime(ticket.createdAt)}</p>
      <p>Aguarde: sua senha aparece na TV.</p>
    </div>,
    document.body,
  );
}
