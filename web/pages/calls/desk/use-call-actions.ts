import { useRef, useState } from 'react';
import type { Call, CallRoom, DayOfCalls, Ticket, TicketKind, TicketStatus } from '../../../../src/contract/calls.ts';
import { CallError } from '../../../api/client.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { hasCapability } from '../../../state/session.ts';
import { toast, toastError } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import type { Destination } from '../queue/ForwardMenu.tsx';

type CallWithOpenTicket = Call & { ticketId: number; ticketStatus: 'called' | 'serving' };

/** True if the ticket of a call has been called or is being served, and is not done yet. */
export const hasOpenTicket = (call: Call | undefined): call is CallWithOpenTicket =>
  call?.ticketStatus === 'called' || call?.ticketStatus === 'serving';

export type CallActions = ReturnType<typeof useCallActions>;

type Work = () => Promise<unknown>;

/**
 * Returns `run`, which runs one action at a time, and `busy`. A second action waits for the running one, and is dropped if the
 * running one fails. Ignores further actions while one waits, and an action with the same name as the running one, because an
 * impatient person pressed twice. `run` resolves with true if the action was run and succeeded.
 */
function useOneAfterOther([runNow, busy]: [run: (work: Work) => Promise<boolean>, busy: boolean]) {
  const running = useRef<{ name: string; end: Promise<boolean> }>(undefined);
  const isOneWaiting = useRef(false);
  async function run(name: string, work: Work): Promise<boolean> {
    if (running.current) {
      if (isOneWaiting.current || running.current.name === name) return false;
      isOneWaiting.current = true;
      const hasSucceeded = await running.current.end;
      isOneWaiting.current = false;
      if (!hasSucceeded) return false;
    }
    const end = runNow(work);
    running.current = { name, end };
    await end;
    running.current = undefined;
    return end;
  }
  return [run, busy] as const;
}

/** Holds the error texts of the last action. */
function useProblems() {
  const [problem, setProblem] = useState<string>();
  const [roomProblem, setRoomProblem] = useState<string>();
  const roomField = useRef<HTMLSelectElement>(null);

  function clearProblem(): void {
    setProblem(undefined);
    setRoomProblem(undefined);
  }
  function showMissingRoom(): void {
    clearProblem();
    setRoomProblem('Escolha primeiro o local para onde os pacientes vão.');
    roomField.current?.focus();
  }
  return {
    /** Error text of the last refused action. The receptionist's desk shows it below the field for the ticket number or name. */
    problem,
    setProblem,
    /** Error text of an action that needs a room. It is shown below `roomField`, the select for the room. */
    roomProblem,
    roomField,
    showMissingRoom,
    clearProblem,
  };
}

/** Returns the actions of the desk. All but `createTicket` and `returnToQueue` run one after the other (`useOneAfterOther`). */
export function useCallActions(room: CallRoom | undefined, day: DayOfCalls | undefined) {
  const { setProblem, showMissingRoom, ...problems } = useProblems();
  /** The last call of this room, which F4 repeats and F8 marks as absent. */
  const lastCall = day?.calls.find(({ roomId, isTest }) => roomId === room?.id && !isTest);

  async function attempt(work: Work): Promise<void> {
    problems.clearProblem();
    await work();
  }
  function showRefusal(error: unknown): boolean {
    const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500;
    if (isRefusal) setProblem(error.message);
    return isRefusal;
  }
  const [run, busy] = useOneAfterOther(useAction('Não foi possível chamar', attempt, showRefusal));
  // Runs in parallel to `run`, so that a patient gets a ticket even while another patient is called.
  const [issue] = useAction('Não foi possível emitir a senha', attempt, showRefusal);

  function inRoom(name: string, work: (roomId: number) => Promise<unknown>): Promise<boolean> {
    if (room) return run(name, () => work(room.id));
    showMissingRoom();
    return Promise.resolve(false);
  }

  const callInRoom = (patient: { ticketId: number } | { label: string; isPriority: boolean }) =>
    inRoom(`call ${JSON.stringify(patient)}`, (roomId) => mutate('POST /api/calls', { body: { ...patient, roomId } }));

  async function setStatus(ticketId: number, status: TicketStatus): Promise<void> {
    await mutate('PATCH /api/tickets/:id', { params: { id: ticketId }, body: { status } });
  }

  async function setAbsent(id: number, isAbsent: boolean): Promise<void> {
    await mutate('PATCH /api/calls/:id', { params: { id }, body: { isAbsent } });
  }

  const returnToQueue = (ticketId: number): void =>
    void setStatus(ticketId, 'waiting').catch((error) => toastError('Erro ao voltar para a fila', error));

  return {
    mayCall: hasCapability('calls'),
    busy,
    ...problems,
    lastCall,
    call: (label: string, isPriority: boolean) => callInRoom({ label, isPriority }),
    callTicket: ({ id }: Pick<Ticket, 'id'>) => callInRoom({ ticketId: id }),
    /** Calls the next waiting ticket of the given kinds. */
    callNext: (kinds: readonly TicketKind[]) =>
      inRoom(`next ${kinds.join()}`, (roomId) =>
        mutate('POST /api/calls/next', { body: { roomId, kinds: [...kinds] } }),
      ),
    repeat: (call: Call | undefined = lastCall) =>
      run(`repeat ${call?.id}`, async () => {
        if (!call) return setProblem('Ninguém foi chamado neste local hoje.');
        await mutate('POST /api/calls/:id/repeat', { params: { id: call.id } });
      }),
    markAbsent: () =>
      run(`markAbsent ${lastCall?.id}`, async () => {
        if (!lastCall) return setProblem('Ninguém foi chamado neste local hoje.');
        const { id, label } = lastCall;
        await setAbsent(id, true);
        toast({
          title: label ? `${label}: não compareceu` : 'Marcado: não compareceu',
          action: {
            label: 'Desfazer',
            onAct: () => void setAbsent(id, false).catch((error) => toastError('Erro ao desfazer', error)),
          },
        });
      }),
    returnToQueue,
    /** Marks the ticket of a call as done: the patient has been served. */
    finish: (call: Call | undefined = lastCall) =>
      run(`finish ${call?.id}`, async () => {
        if (!hasOpenTicket(call)) return setProblem('Ninguém está em atendimento neste local.');
        const { ticketId, ticketStatus, label } = call;
        await setStatus(ticketId, 'done');
        toast({
          title: `${label}: atendida`,
          action: {
            label: 'Desfazer',
            onAct: () => void setStatus(ticketId, ticketStatus).catch((error) => toastError('Erro ao desfazer', error)),
          },
        });
      }),
    /** Marks the ticket of a call as being served: the patient has arrived. */
    markArrived: ({ ticketId }: Call) =>
      run(`markArrived ${ticketId}`, async () => void (ticketId && (await setStatus(ticketId, 'serving')))),
    /** Passes a ticket to another queue. */
    forward: ({ id, label }: Pick<Ticket, 'id' | 'label'>, { name, ...body }: Destination) =>
      run(`forward ${id}`, async () => {
        await mutate('POST /api/tickets/:id/forward', { params: { id }, body });
        toast({ title: `Senha ${label} encaminhada para ${name}` });
      }),
    async createTicket(kind: TicketKind, serviceId?: number) {
      let created: Ticket | undefined;
      await issue(async () => {
        created = await mutate('POST /api/tickets', { body: { kind, serviceId } });
      });
      return created;
    },
    cancelTicket: (ticket: Ticket) =>
      run(`cancel ${ticket.id}`, async () => {
        await setStatus(ticket.id, 'cancelled');
        toast({
          title: `Senha ${ticket.label} cancelada`,
          action: { label: 'Voltar para a fila', onAct: () => returnToQueue(ticket.id) },
        });
      }),
  };
}
