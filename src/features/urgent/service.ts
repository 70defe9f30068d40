/**
 * Sends and ends urgent notices, and stores the screens' receipts (contract/README 18). Each change and its events share
 * one transaction.
 */
import type { Author, PlayerActor } from '../../contract/endpoint.ts';
import { AppError, notFound } from '../../contract/errors.ts';
import type { Publish, Topic } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { AdminUrgentInput, UrgentInput } from '../../contract/urgent.ts';
import type { Clock } from '../../platform/clock.ts';
import { inBatches } from '../../platform/storage/purge.ts';
import { generateKey } from '../../platform/random.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import { createReceipts, type Receipt } from './receipts.ts';
import type { RunningUrgents } from './running.ts';
import type { NoticeOwner, StoredUrgent, Viewer, UrgentStore } from './store.ts';

export interface UrgentServiceDeps {
  urgents: UrgentStore;
  runningUrgents: Pick<RunningUrgents, 'forget'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
  clock: Clock;
}

export type UrgentService = ReturnType<typeof createUrgentService>;

const noScreens = 'Não há nenhuma tela para mostrar o aviso.';

export function createUrgentService(deps: UrgentServiceDeps) {
  const { urgents, runningUrgents, audit, publish, database, clock } = deps;

  /** Publishes a change of the notice to its screens, to the studios of their accounts, and to those of the sender. */
  function notify({ id, userId }: StoredUrgent): void {
    database.afterCommit(runningUrgents.forget);
    const topics = new Set<Topic>(userId === null ? ['managers'] : [`user:${userId}`]);
    for (const screen of urgents.screensOf(id)) topics.add(`user:${screen.userId}`).add(`player:${screen.playerId}`);
    for (const topic of topics) publish(topic, { type: 'urgentChanged' });
  }

  const receipts = createReceipts((batch) =>
    database.tx(() => {
      const stored = batch.filter(({ player, id, hadSound, at }) => urgents.receive(id, player.playerId, at, hadSound));
      const byNotice = new Map<number, Receipt[]>();
      for (const receipt of stored) byNotice.set(receipt.id, [...(byNotice.get(receipt.id) ?? []), receipt]);
      for (const receipts of byNotice.values()) publishReceipts(receipts);
    }),
  );

  /**
   * Publishes new receipts of a notice: to each account those of its own screens, and all to managers if a manager sent the
   * notice. Must be called inside a transaction.
   */
  function publishReceipts(stored: readonly Receipt[]): void {
    const [first] = stored;
    if (!first) return;
    const { id, createdAt, userId } = urgents.noticeForScreenOrThrow(first.id, first.player.playerId);
    const rows = stored.map(({ player, hadSound, at }) => ({
      userId: player.userId,
      receipt: { playerId: player.playerId, delayMs: Math.max(0, at - createdAt), hadSound },
    }));
    for (const account of new Set(rows.map((row) => row.userId)))
      publish(`user:${account}`, {
        ...{ type: 'urgentShown', urgentId: id, to: 'account', screens: urgents.counts(account, id) },
        receipts: rows.filter((row) => row.userId === account).map(({ receipt }) => receipt),
      });
    if (userId !== null) return;
    const screens = urgents.counts(null, id);
    const all = rows.map(({ receipt }) => receipt);
    publish('managers', { type: 'urgentShown', urgentId: id, to: 'managers', screens, receipts: all });
  }

  /**
   * Stores and publishes a notice; returns its id. `setTargets` stores the notice's targets and returns their number. Must be
   * called inside a transaction.
   */
  function send(
    owner: NoticeOwner,
    { preset, text, minutes, chime }: Pick<UrgentInput, 'preset' | 'text' | 'minutes' | 'chime'>,
    by: Author,
    setTargets: (id: number) => number,
  ): number {
    const now = clock.now();
    if (urgents.countRunning(owner, now) >= limits.urgent.running)
      throw new AppError('conflict', `Já há ${limits.urgent.running} avisos no ar. Encerre um deles.`);
    const { perDay } = limits.urgent;
    if ((urgents.timeOfNthNewest(owner, perDay) ?? -Infinity) > now - 86_400_000)
      throw new AppError('quota_exceeded', `Já foram enviados ${perDay} avisos urgentes nas últimas 24 horas.`);
    const notice = {
      userId: owner,
      preset,
      text,
      chime,
      author: by.name,
      key: generateKey(),
      createdAt: now,
      endsAt: now + minutes * 60_000,
    };
    const id = urgents.insert(notice);
    const count = setTargets(id);
    if (count === 0) throw new AppError('conflict', noScreens);
    audit.record(by, 'urgent.sent', targetOf({ ...notice, id, endedAt: null }), { count });
    notify({ ...notice, id, endedAt: null });
    return id;
  }

  return {
    /**
     * Returns the new id. Throws `not_found` for foreign screens or groups, `conflict` without screens or with too many running
     * notices, `quota_exceeded` at the limit for 24 hours.
     */
    send: (userId: number, input: UrgentInput, by: Author): number =>
      database.tx(() => send(userId, input, by, (id) => urgents.targetOwnScreens(id, userId, input))),

    /** Sends a notice to screens of any account. */
    sendAsManager: (input: AdminUrgentInput, by: Author): number =>
      database.tx(() => send(null, input, by, (id) => urgents.targetAnyScreens(id, input))),

    /** Ends a notice, unless it has ended. Throws `not_found`, and `forbidden` if an account ends a manager's notice. */
    end(viewer: Viewer, id: number, by: Author): void {
      database.tx(() => {
        const notice = urgents.findOrThrow(viewer, id);
        if (notice.userId !== viewer)
          throw new AppError('forbidden', 'Este aviso é da administração: só ela pode encerrá-lo.');
        if (!urgents.end(viewer, id, clock.now())) return;
        audit.record(by, 'urgent.ended', targetOf(notice));
        notify(notice);
      });
    },

    /** Stores a screen's first receipt; ignores later ones. Throws `not_found` if the screen has no notice of this id and key. */
    receive(
      player: PlayerActor,
      id: number,
      { hadSound, key }: { hadSound: boolean; key?: string | undefined },
    ): Promise<void> {
      const notice = urgents.noticeForScreenOrThrow(id, player.playerId);
      if (key !== undefined && key !== notice.key) throw notFound('urgent');
      return receipts.add({ player, id, hadSound, at: clock.now() });
    },

    /** Deletes notices older than a year. */
    async sweep(): Promise<void> {
      await inBatches(database, urgents.deletionBefore(clock.now() - limits.urgent.retentionDays * 86_400_000));
    },
  };
}

/** Returns the target of audit log entries about a notice; its name is the beginning of the text. */
const targetOf = ({ id, text, userId }: StoredUrgent) =>
  ({
    kind: 'urgent',
    id,
    name: `“${text.length > 60 ? `${text.slice(0, 60).trim()}…` : text}”`,
    accountId: userId,
  }) as const;
