/** Routes for calling patients (contract/README 15). */
import type { Handlers } from '../../contract/api/index.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { csvFile } from '../../platform/http/response/csv.ts';
import type { CallParts } from './calls.ts';
import type { StoredSource } from './setup-store.ts';

export function callRoutes({ calls }: { calls: CallParts }) {
  const { service, services, setup, views, reports, rooms, recordings, stateOfSource, lostToday, voice } = calls;
  function sourceView({ userId, clientSecret, password, ...source }: StoredSource) {
    const lost = lostToday(userId);
    return {
      ...source,
      hasSecret: clientSecret !== '' || password !== '',
      state: stateOfSource(userId),
      lost: lost ? { ...lost, at: new Date(lost.at).toISOString() } : null,
    };
  }

  return {
    'POST /api/calls': ({ user: { userId }, body }) => {
      const { label, ticketId, ...options } = body;
      return views.call(
        userId,
        ticketId === undefined
          ? service.callTyped(userId, { label: label ?? '', ...options })
          : service.callTicket(userId, { ticketId, ...options }),
      );
    },

    'POST /api/calls/next': ({ user: { userId }, body }) => views.call(userId, service.next(userId, body)),

    'POST /api/calls/:id/repeat': ({ user: { userId }, params }) =>
      views.call(userId, service.repeat(userId, params.id)),

    'PATCH /api/calls/:id': ({ user: { userId }, params, body }) =>
      views.call(userId, service.setAbsent(userId, params.id, body.isAbsent)),

    'GET /api/calls'({ user, query }) {
      if (query.day === undefined) service.beginDay(user.userId);
      return views.day(user.userId, { ...query, seesNames: user.capabilities.has('calls') });
    },

    'GET /api/calls/report': ({ user, query }) => reports.report(user.userId, query),

    'GET /api/calls/report.csv': ({ user, query }) => csvFile(reports.table(user.userId, query)),

    'POST /api/tickets': ({ user, body }) => service.issueTicket(user.userId, body),

    'PATCH /api/tickets/:id': ({ user, params, body }) => service.setStatus(user.userId, params.id, body.status),

    'POST /api/tickets/:id/forward': ({ user, params, body }) => service.forward(user.userId, params.id, body),

    'GET /api/call-rooms': ({ user }) => rooms(user.userId),

    'POST /api/call-rooms': ({ user, body, by }) => setup.createRoom(user.userId, body, by),

    'PATCH /api/call-rooms/:id': ({ user, params, body, by }) => setup.changeRoom(user.userId, params.id, body, by),

    'DELETE /api/call-rooms/:id': ({ user, params, by }) => setup.removeRoom(user.userId, params.id, by),

    'GET /api/call-services': ({ user }) => services.list(user.userId),

    'POST /api/call-services': ({ user, body, by }) => services.create(user.userId, body, by),

    'PATCH /api/call-services/:id': ({ user, params, body, by }) => services.change(user.userId, params.id, body, by),

    'DELETE /api/call-services/:id': ({ user, params, by }) => services.remove(user.userId, params.id, by),

    'GET /api/call-settings': ({ user }) => setup.settings(user.userId),

    'PUT /api/call-settings': ({ user, body, by }) => setup.changeSettings(user.userId, body, by),

    'PUT /api/call-settings/names': ({ user, body, by }) => setup.changeNamePolicy(user.userId, body, by),

    'GET /api/call-voices': ({ user }) => voice.list(user.userId),

    'GET /api/call-recordings': ({ user }) => recordings.list(user.userId),

    'PUT /api/call-recordings': ({ user, query, body, by }) => recordings.replace(user.userId, query.word, body, by),

    'DELETE /api/call-recordings': ({ user, query, by }) => recordings.remove(user.userId, query.word, by),

    'GET /api/call-source': ({ user }) => sourceView(setup.source(user.userId)),

    'PUT /api/call-source': ({ user, body, by }) => sourceView(setup.changeSource(user.userId, body, by)),

    'GET /api/admin/users/:id/call-source': ({ params }) => setup.permission(params.id),

    'PUT /api/admin/users/:id/call-source': ({ params, body, by }) => setup.permit(params.id, body, by),

    'GET /api/voice/:file': async ({ params, query }) => {
      const found = await voice.find(params.file, query);
      if (found === 'expired') throw new AppError('forbidden', 'Este endereço expirou. Atualize a página.');
      if (!found) throw new AppError('not_found');
      return {
        path: found.path,
        contentType: 'audio/wav',
        etag: found.key,
        // A TV must store neither a spoken name nor the voice of a substitute engine.
        headers: {
          'cache-control': found.isTemporary
            ? 'private, no-store'
            : `private, max-age=${limits.mediaUrl.validMs / 1000}, immutable`,
        },
      };
    },

    'GET /api/player/calls': ({ player, query }) => views.forPlayer(player, query),

    'PUT /api/player/calls/queue': ({ player, body }) => service.setQueue(player, body.calls),

    'POST /api/player/calls/:id/shown': ({ player, params, body }) => service.receive(player, params.id, body),
  } satisfies Partial<Handlers>;
}
