import type { Ticket } from '../../../../src/contract/calls.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { user } from '../../../state/session.ts';
import { formatDateTime } from '../../../ui/text/format.ts';
import { ticketKindNames } from './ticket-kinds.ts';
import styles from './TicketSlip.module.css';

export interface SlipLinesProps {
  ticket: Pick<Ticket, 'label' | 'kind' | 'createdAt'>;
  /** Name of the service for which the ticket waits; undefined without services. */
  service: string | undefined;
  /** Number of tickets that are called before this one; undefined: unknown. */
  ahead: number | undefined;
}

/** Shows the lines of a printed ticket. */
export function SlipLines({ ticket: { label, kind, createdAt }, service, ahead }: SlipLinesProps) {
  const logo = useResource('GET /api/display-settings').data?.logo;
  return (
    <>
      {logo && <img className={styles.logo} src={logo.url} alt="" />}
      <p className={styles.clinic}>{user.peek()?.username ?? ''}</p>
      <p className={styles.word}>Senha</p>
      <p className={styles.label}>{label}</p>
      {service && <p className={styles.kind}>{service}</p>}
      {kind !== 'normal' && <p className={styles.kind}>{ticketKindNames[kind]}</p>}
      <p className={styles.time}>{formatDateTime(createdAt)}</p>
      {ahead !== undefined && <p className={styles.ahead}>{aheadText(ahead)}</p>}
      <p>Aguarde: sua senha aparece na TV.</p>
    </>
  );
}

const aheadText = (ahead: number): string =>
  ahead === 0 ? 'Você é o próximo' : `${ahead} ${ahead === 1 ? 'pessoa' : 'pessoas'} na frente`;
