import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { CallService, CallSettings, TicketKind } from '../../../../src/contract/calls.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { Key } from '../desk/Key.tsx';
import { useCallKeys } from '../desk/use-call-keys.ts';
import { ticketKindNames, ticketKinds } from './ticket-kinds.ts';
import styles from './Queue.module.css';

interface IssueButtonsProps {
  settings: CallSettings;
  services: readonly CallService[];
  onCreate: (kind: TicketKind, serviceId?: number) => void;
}

const ticketKeys = { normal: 'F7', preferential: 'F9', over80: 'F10' } as const;

/**
 * Shows the buttons that issue tickets, one for each kind. A clinic with services chooses the kind first, and has one button for
 * each service.
 */
export function IssueButtons({ settings, services, onCreate }: IssueButtonsProps) {
  const [chosen, setChosen] = useState<TicketKind>('normal');
  const hasServices = services.length > 0;
  const chooseOrCreate = (kind: TicketKind) => (hasServices ? setChosen(kind) : onCreate(kind));
  useCallKeys(Object.fromEntries(ticketKinds.map((kind) => [ticketKeys[kind], () => chooseOrCreate(kind)])));
  return (
    <>
      <Row
        gap={2}
        wrap
        align="center"
        className={hasServices ? styles.kinds : styles.draw}
        role="group"
        aria-label="Tipo da senha"
      >
        {hasServices && (
          <Text size="sm" muted aria-hidden="true">
            Nova senha
          </Text>
        )}
        {ticketKinds.map((kind) => (
          <Button
            key={kind}
            size="sm"
            icon={hasServices ? undefined : <Plus />}
            variant={hasServices && kind !== chosen ? 'ghost' : 'secondary'}
            aria-pressed={hasServices ? kind === chosen : undefined}
            aria-label={hasServices ? undefined : `Senha ${ticketKindNames[kind]} (${settings.prefixes[kind]})`}
            onClick={() => chooseOrCreate(kind)}
          >
            {ticketKindNames[kind]}
            {hasServices ? ' ' : ` (${settings.prefixes[kind]}) `}
            <Key name={ticketKeys[kind]} />
          </Button>
        ))}
      </Row>
      {hasServices && (
        <Row gap={2} wrap align="center" className={styles.draw} role="group" aria-label="Nova senha">
          {services.map(({ id, name, prefix }) => (
            <Button
              key={id}
              size="sm"
              icon={<Plus />}
              aria-label={`Senha ${ticketKindNames[chosen]} para ${name}`}
              onClick={() => {
                onCreate(chosen, id);
                setChosen('normal');
              }}
            >
              {name} ({chosen === 'normal' ? prefix : `${prefix}${settings.prefixes[chosen]}`})
            </Button>
          ))}
        </Row>
      )}
    </>
  );
}
