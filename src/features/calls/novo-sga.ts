/**
 * Polls the panel of Novo SGA (queue software), its list of the last calls, every two seconds, and more often after new entries.
 * Calls each new entry. Entries of the first response are not called: Novo SGA called them before polling began. If the server
 * was stopped for less than 90 s, the entries added meanwhile are called. After a longer stop they are not: entries contain no
 * time, and might be called too late.
 * Redirects are not followed, because they would send the token to another server.
 */
import * as z from 'zod';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { cleanLine } from '../../contract/text/clean.ts';
import type { Clock, Timer } from '../../platform/clock.ts';
import type { SampledLog } from '../../platform/log.ts';
import { createOutbound, SpecialAddressError, type OutboundOptions } from '../../platform/outbound.ts';
import type { SourceCall } from './service.ts';
import { hostAndPort, mayReach } from './novo-sga-address.ts';
import type { LostCalls, PanelMark, StoredSource } from './setup-store.ts';

export interface NovoSgaDeps {
  activeSources(): StoredSource[];
  call(userId: number, call: SourceCall): void;
  /** Returns the stored position of the last read entry; it survives a restart. */
  savedMark(userId: number): PanelMark | undefined;
  saveMark(userId: number, mark: PanelMark): void;
  /** Counts calls that are not shown, and notifies open studios. */
  recordLostCalls(userId: number, lost: LostCalls): void;
  /** Runs `work` in one transaction. */
  inTransaction(work: () => void): void;
  sampledLog: SampledLog;
  clock: Clock;
  lookup?: OutboundOptions['lookup'];
}

const requestTimeoutMs = 5_000;
const maxPauseMs = 60_000;
const sourceCheckMs = 30_000;
/** Interval at which the panel mark is saved without new calls, so that after a crash its `readAt` is at most this old. */
const markSaveMs = 30_000;
/** Maximum number of entries in the panel. */
const panelSize = 10;
const maxResponseBytes = 256 * 1024;
/** Paths that issue tokens: that of version 3 and later, then that of earlier versions. Current versions have both. */
const tokenPaths = ['oauth2/token', 'api/token'] as const;

/**
 * Schema of the panel. Only these fields are read; others are dropped, above all `documentoCliente`, a patient's CPF.
 */
const panel = z.array(
  z.object({
    id: z.number().int(),
    siglaSenha: z.string().nullish(),
    numeroSenha: z.union([z.number(), z.string()]),
    local: z.string().nullish(),
    numeroLocal: z.union([z.number(), z.string()]).nullish(),
    prioridade: z.union([z.string(), z.number(), z.boolean()]).nullish(),
    nomeCliente: z.string().nullish(),
  }),
);
type PanelEntry = z.infer<typeof panel>[number];
const tokenReply = z.object({ access_token: z.string().min(1).max(8_192), expires_in: z.number().optional() });

/** An error whose message is shown to the clinic. */
class SourceError extends Error {}

/** OAuth errors with which Novo SGA refuses the credentials. */
const refusedCredentials = z.object({
  error: z.enum(['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_request', 'access_denied']),
});

interface Session {
  source: StoredSource;
  /** The source as JSON, to detect a change of its settings. */
  sourceJson: string;
  timer: Timer | undefined;
  closing: AbortController;
  token: { value: string; endsAt: number } | undefined;
  /** Path at which this installation issues tokens; undefined before the first token. */
  tokenPath: (typeof tokenPaths)[number] | undefined;
  /** Id of the newest entry that this process has read, or another process less than 90 s ago; undefined if there is none. */
  lastId: number | undefined;
  /** Time of the last response in milliseconds since 1970; undefined before the first response since the start. */
  readAt: number | undefined;
  /** Monotonic time of the last save of the mark. */
  markSavedAt: number;
  failures: number;
  /** Monotonic time until which the panel is polled more often. */
  burstEndsAt: number;
}

/** Joins the installation's address, with or without trailing slashes, and a path; drops query and fragment. */
function joinUrl(url: string, path: string): string {
  const { origin, pathname } = new URL(url);
  let end = pathname.length;
  while (pathname[end - 1] === '/') end -= 1;
  return `${origin}${pathname.slice(0, end)}/${path}`;
}

/** True if the server has no such path, or does not accept POST there. */
const isMissing = ({ status }: { status: number }): boolean => status === 404 || status === 405;

/** Returns a client that reads the panel, and fetches a token when there is none or the token is refused. */
function createClient({ clock, lookup }: Pick<NovoSgaDeps, 'clock' | 'lookup'>) {
  async function read(session: Session): Promise<PanelEntry[]> {
    const { url, unitId, serviceIds } = session.source;
    const address = joinUrl(url, `api/unidades/${unitId}/painel?servicos=${serviceIds.join(',')}`);
    const withToken = async () => {
      const token = await tokenOf(session);
      return fetchText(session, address, { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } });
    };
    let response = await withToken();
    if (response.status === 401 || response.status === 403) {
      session.token = undefined;
      response = await withToken();
    }
    const parsed = panel.safeParse(jsonOf(response));
    if (!parsed.success) throw new Error('not a panel');
    return parsed.data;
  }

  async function tokenOf(session: Session): Promise<string> {
    if (session.token && clock.monotonic() < session.token.endsAt) return session.token.value;
    const response = await requestToken(session);
    if (response.status !== 200 && refusedCredentials.safeParse(parsedJson(response.text)).success)
      throw new SourceError('O Novo SGA recusou o cliente, o usuário ou a senha. Confira os dados de acesso.');
    const parsed = tokenReply.safeParse(jsonOf(response));
    if (!parsed.success) throw new Error('not a token');
    const lifeMs = (parsed.data.expires_in ?? 3_600) * 1_000;
    // Renew before the expiry, so that no token expires during a request.
    session.token = { value: parsed.data.access_token, endsAt: clock.monotonic() + lifeMs * 0.9 };
    return session.token.value;
  }

  /** Tries the known token path first, then the other one. */
  async function requestToken(session: Session): Promise<{ status: number; text: string }> {
    const { url, clientId, clientSecret, username, password } = session.source;
    const form = { grant_type: 'password', client_id: clientId, client_secret: clientSecret, username, password };
    const [first, other] = session.tokenPath === 'api/token' ? tokenPaths.toReversed() : tokenPaths;
    const requestAt = (path: string) =>
      fetchText(session, joinUrl(url, path), {
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
        body: new URLSearchParams(form).toString(),
      });
    const response = await requestAt(first);
    if (!isMissing(response)) {
      session.tokenPath = first;
      return response;
    }
    const otherResponse = await requestAt(other);
    if (!isMissing(otherResponse)) session.tokenPath = other;
    return otherResponse;
  }

  async function fetchText(
    session: Session,
    address: string,
    request: { headers: Record<string, string>; body?: string },
  ): Promise<{ status: number; text: string }> {
    const deadline = new AbortController();
    const timer = clock.after(requestTimeoutMs, () => deadline.abort(new Error('no answer within 5 s')));
    try {
      const outbound = createOutbound({
        allowPrivate: (address) => mayReach(session.source.allowedAddress, session.source.url, address),
        ...(lookup ? { lookup } : {}),
      });
      const signal = AbortSignal.any([deadline.signal, session.closing.signal]);
      const { status, body } = await outbound.open(address, { ...request, signal, redirects: 0 });
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > maxResponseBytes) throw new Error('the answer is too long');
        parts.push(part);
      }
      return { status, text: Buffer.concat(parts).toString('utf8') };
    } catch (error) {
      throw deadline.signal.aborted ? deadline.signal.reason : error;
    } finally {
      timer.cancel();
    }
  }

  return { read };
}

/** Returns a function that calls new entries, oldest first, and stores the panel mark in the same transaction. */
function createEntryCaller({ call, saveMark, recordLostCalls, inTransaction, sampledLog, clock }: NovoSgaDeps) {
  /** Calls the entries until the day's limit is reached. Returns the number of the others, which are never called. */
  function callAll(userId: number, newEntries: readonly PanelEntry[]): number {
    let called = 0;
    try {
      for (const entry of newEntries) {
        call(userId, toCall(entry));
        called += 1;
      }
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'quota_exceeded') throw error;
      sampledLog.warn('Novo SGA calls more than a day may have', { userId });
    }
    return newEntries.length - called;
  }

  return (session: Session, entries: PanelEntry[]): void => {
    const { userId } = session.source;
    const newest = Math.max(0, ...entries.map(({ id }) => id));
    const { lastId } = session;
    // If all ids are below the last one read, the panel was emptied. Its entries may be old, so they are not called.
    const isNewPanel = lastId === undefined || (entries.length > 0 && newest < lastId);
    const newestRead = entries.length > 0 || lastId === undefined ? newest : lastId;
    const newEntries = isNewPanel ? [] : entries.filter(({ id }) => id > lastId).toSorted((a, b) => a.id - b.id);
    if (newestRead !== lastId || clock.monotonic() - session.markSavedAt >= markSaveMs) {
      inTransaction(() => {
        const lost = { missed: maxMissedCalls(newEntries, lastId), beyondLimit: callAll(userId, newEntries) };
        if (lost.missed > 0 || lost.beyondLimit > 0) recordLostCalls(userId, lost);
        saveMark(userId, { lastId: newestRead, readAt: clock.now() });
      });
      session.markSavedAt = clock.monotonic();
    }
    if (newEntries.length > 0) session.burstEndsAt = clock.monotonic() + limits.calls.sourceBurst.lastsMs;
    session.lastId = newestRead;
    session.readAt = clock.now();
  };
}

/**
 * Returns the maximum number of calls that a panel full of new entries can have dropped; the true number can be lower, because
 * other units and services use ids of the same sequence. Returns 0 after an empty panel, whose last id is unknown.
 */
const maxMissedCalls = (newEntries: readonly PanelEntry[], lastId = 0): number =>
  newEntries.length < panelSize || lastId === 0 ? 0 : (newEntries[0]?.id ?? 0) - lastId - 1;

export function createNovoSga(deps: NovoSgaDeps) {
  const { activeSources, savedMark, saveMark, sampledLog, clock, lookup } = deps;
  const { read } = createClient({ clock, lookup });
  const callNewEntries = createEntryCaller(deps);
  const sessions = new Map<number, Session>();
  const states = new Map<number, { at: number; error: string | null }>();
  let checkTimer: Timer | undefined;

  /** Starts, stops or restarts polling according to the settings. */
  function check(): void {
    const sourcesByUser = new Map(activeSources().map((source) => [source.userId, source]));
    for (const [userId, session] of sessions)
      if (JSON.stringify(sourcesByUser.get(userId)) !== session.sourceJson) end(userId, session);
    for (const source of sourcesByUser.values()) {
      if (sessions.has(source.userId)) continue;
      const session: Session = {
        source,
        sourceJson: JSON.stringify(source),
        timer: undefined,
        closing: new AbortController(),
        token: undefined,
        tokenPath: undefined,
        lastId: lastIdOf(source.userId),
        readAt: undefined,
        markSavedAt: -Infinity,
        failures: 0,
        burstEndsAt: -Infinity,
      };
      sessions.set(source.userId, session);
      session.timer = clock.after(0, () => void poll(session));
    }
  }

  /** Returns the stored id, or undefined if it is too old to call the entries after it. */
  function lastIdOf(userId: number): number | undefined {
    const mark = savedMark(userId);
    return mark && Math.abs(clock.now() - mark.readAt) <= limits.calls.freshMs ? mark.lastId : undefined;
  }

  function end(userId: number, session: Session): void {
    session.timer?.cancel();
    session.closing.abort();
    sessions.delete(userId);
    states.delete(userId);
  }

  function pauseMs({ failures, burstEndsAt }: Session): number {
    const { sourcePollMs, sourceBurst } = limits.calls;
    if (failures === 0) return clock.monotonic() < burstEndsAt ? sourceBurst.pollMs : sourcePollMs;
    return Math.min(maxPauseMs, sourcePollMs * 2 ** Math.min(failures, 10));
  }

  /** Never rejects. */
  async function poll(session: Session): Promise<void> {
    const { userId } = session.source;
    let error: string | null = null;
    try {
      callNewEntries(session, await read(session));
      session.failures = 0;
    } catch (thrown) {
      if (session.closing.signal.aborted) return;
      error = sentenceOf(thrown, session.source.url);
      session.failures += 1;
      if (session.failures === 1) sampledLog.warn('Novo SGA does not answer', { userId, reason: String(thrown) });
    }
    if (session.closing.signal.aborted) return;
    states.set(userId, { at: clock.now(), error });
    session.timer = clock.after(pauseMs(session), () => void poll(session));
  }

  return {
    start(): void {
      check();
      checkTimer = clock.every(sourceCheckMs, check);
    },
    /** Must be called when a source changes. */
    check,
    stateOf(userId: number): { at: string; error: string | null } | null {
      const state = states.get(userId);
      return state ? { at: new Date(state.at).toISOString(), error: state.error } : null;
    },
    close(): void {
      checkTimer?.cancel();
      for (const [userId, session] of sessions) {
        const { lastId, readAt } = session;
        if (lastId !== undefined && readAt !== undefined) saveMark(userId, { lastId, readAt });
        end(userId, session);
      }
    },
  };
}

/** Returns the parsed body. Throws for a status other than 200, and for an invalid JSON body. */
function jsonOf({ status, text }: { status: number; text: string }): unknown {
  if (status !== 200) throw new Error(`status ${status}`);
  const value = parsedJson(text);
  if (value === undefined) throw new Error('not JSON');
  return value;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the error that the clinic sees. The text is the same for all servers that are not Novo SGA, so that the clinic cannot
 * scan the network with it. The log has the details.
 */
function sentenceOf(thrown: unknown, url: string): string {
  if (thrown instanceof SourceError) return thrown.message;
  if (thrown instanceof SpecialAddressError)
    return `O endereço fica na rede interna: um administrador precisa liberar ${hostAndPort(url)} no menu da conta, em Usuários.`;
  return 'O endereço não respondeu como um Novo SGA. Confira o endereço (sem redirecionamento) e a rede.';
}

/** Values that installations write for a call without priority. */
const withoutPriority = new Set(['', 'normal', 'sem prioridade', 'não', 'nao', '0']);

/** Converts a panel entry to a call, such as "P042" at "Guichê 3". */
function toCall(entry: PanelEntry): SourceCall {
  const prefix = (entry.siglaSenha ?? '').replace(/[^\p{L}\p{N}]/gu, '').slice(0, 5);
  const number = String(entry.numeroSenha).replace(/\D/g, '').slice(0, 6).padStart(3, '0');
  const place = cleanLine([entry.local, entry.numeroLocal].filter((part) => part != null && part !== '').join(' '));
  const { prioridade } = entry;
  return {
    ticket: `${prefix}${number}`.toLocaleUpperCase('pt-BR'),
    name: cleanLine(entry.nomeCliente ?? '').slice(0, limits.calls.labelLength),
    place: place.slice(0, limits.calls.roomNameLength),
    isPriority:
      typeof prioridade === 'string'
        ? !withoutPriority.has(prioridade.trim().toLocaleLowerCase('pt-BR'))
        : Boolean(prioridade),
  };
}
