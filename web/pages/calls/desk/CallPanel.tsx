import { Accessibility, Megaphone, RotateCcw, SkipForward, UserX } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import type { CallRoom, CallSettings, DayOfCalls, Ticket, TicketKind } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { ticketsMatching } from '../../../../src/contract/text/ticket-labels.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Checkbox } from '../../../ui/form/Checkbox.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import styles from './CallPanel.module.css';
import { Key } from './Key.tsx';
import { RoomSelect } from './RoomSelect.tsx';
import { preferentialKinds } from '../queue/ticket-kinds.ts';
import type { CallActions } from './use-call-actions.ts';
import { useCallKeys } from './use-call-keys.ts';
import { useTypedCall } from './use-typed-call.ts';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';

export interface CallPanelProps {
  rooms: readonly CallRoom[];
  room: CallRoom | undefined;
  settings: CallSettings;
  day: DayOfCalls | undefined;
  actions: CallActions;
  /** Waiting tickets that this desk calls. */
  waiting: readonly Ticket[];
  /** Number of waiting preferential tickets in the queues of the room. */
  preferentialCount: number;
  /** Kinds of tickets that this desk calls. */
  kinds: readonly TicketKind[];
  onRoom: (id: number) => void;
}

/** Shows the form with which a receptionist chooses the room and calls patients, by button or by key. */
export function CallPanel(props: CallPanelProps) {
  const { rooms, room, settings, day, actions, kinds, preferentialCount, onRoom } = props;
  const waitingCount = props.waiting.length;
  const typed = useTypedCall();
  /** Tickets that match the typed number, while the receptionist chooses one of several. */
  const [matchingTickets, setMatchingTickets] = useState<readonly Ticket[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const hasQueue = settings.queueEnabled;

  function changeText(text: string): void {
    typed.set({ text });
    setMatchingTickets([]);
    actions.clearProblem();
  }
  function clear(): void {
    changeText('');
    typed.clear();
    field.current?.focus();
  }
  function send(call: Parameters<typeof typed.send>[0]): void {
    clear();
    void typed.send(call);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.text.trim() === '') return field.current?.focus();
    const tickets = ticketsMatching(day?.tickets ?? [], typed.text);
    if (tickets.length > 1) setMatchingTickets(tickets);
    else send(({ text, isPriority }) => actions.call(text, isPriority));
  }
  const choose = (ticket: Ticket) => send(() => actions.callTicket(ticket));
  const next = () => void actions.callNext(kinds);
  const nextPreferential = () => void actions.callNext(preferentialKinds);
  const repeat = () => void actions.repeat();
  const markAbsent = () => void actions.markAbsent();
  const finish = () => void actions.finish();
  const queueKeys = hasQueue ? { F2: next, F3: finish, F6: nextPreferential } : {};
  useCallKeys({ ...queueKeys, F4: repeat, F8: markAbsent, Escape: clear });

  return (
    <Card label="Chamar" padding="sm">
      <Stack as="form" gap={3} onSubmit={submit} onKeyDown={ignoreHeldEnter}>
        <Row gap={4} rowGap={2} align="end" wrap>
          <RoomSelect label="Você chama para" {...{ rooms, room, actions, onRoom }} className={styles.room} />
          <Checkbox
            label="Atendimento preferencial"
            checked={typed.isPriority}
            onChange={(isPriority) => typed.set({ isPriority })}
          />
        </Row>
        <Row gap={3} align="start" className={styles.line}>
          <Text as="div" grow className={styles.field}>
            <Input
              ref={field}
              autoFocus
              label={settings.namePolicy === 'ticket' ? 'Senha' : 'Senha ou nome'}
              autoComplete="off"
              enterKeyHint="send"
              spellCheck={false}
              maxLength={limits.calls.labelLength}
              hint={policyHints[settings.namePolicy]}
              error={actions.problem}
              value={typed.text}
              onChange={changeText}
            />
          </Text>
          {/* Do not set `pending`: the button would then ignore Enter for the next patient. */}
          <Button type="submit" variant="primary" size="lg" icon={actions.busy ? <Spinner /> : <Megaphone />}>
            Chamar <Key name="Enter" />
          </Button>
        </Row>
        {matchingTickets.length > 0 && <TicketChoice tickets={matchingTickets} onChoose={choose} />}
      </Stack>
      <div className={styles.actions}>
        {hasQueue && (
          <Button icon={<SkipForward />} disabled={!waitingCount} onClick={next}>
            Próxima{waitingCount ? ` (${waitingCount})` : ''} <Key name="F2" />
          </Button>
        )}
        {hasQueue && (
          <Button icon={<Accessibility />} disabled={!preferentialCount} onClick={nextPreferential}>
            Preferencial{preferentialCount ? ` (${preferentialCount})` : ''} <Key name="F6" />
          </Button>
        )}
        <Button icon={<RotateCcw />} disabled={!actions.lastCall} onClick={repeat}>
          Repetir{actions.lastCall?.label ? ` ${actions.lastCall.label}` : ''} <Key name="F4" />
        </Button>
        <Button icon={<UserX />} disabled={!actions.lastCall || actions.lastCall.isAbsent} onClick={markAbsent}>
          Não compareceu <Key name="F8" />
        </Button>
      </div>
    </Card>
  );
}

/** Ignores the repeated events of a held Enter: they would press the button that gets the focus once the form has been sent. */
function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

/** Asks which of the matching tickets to call. */
function TicketChoice({ tickets, onChoose }: { tickets: readonly Ticket[]; onChoose: (ticket: Ticket) => void }) {
  return (
    <Row as="div" gap={2} align="center" wrap role="group" aria-label="Qual senha?">
      <Text role="status">Qual senha?</Text>
      {tickets.map((ticket, index) => (
        <Button key={ticket.id} autoFocus={index === 0} onClick={() => onChoose(ticket)}>
          {ticket.label}
        </Button>
      ))}
    </Row>
  );
}

/** Explains for each name policy how the TVs show a typed name. */
const policyHints: Record<CallSettings['namePolicy'], string> = {
  ticket: 'Nomes não vão para a TV: chame pela senha.',
  initials: 'De um nome, só as iniciais vão para a TV.',
  firstNameAndInitial: 'De um nome, o primeiro e a inicial do último vão para a TV.',
  full: 'O nome aparece inteiro na TV.',
};
