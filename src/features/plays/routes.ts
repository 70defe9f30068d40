/** Routes for plays and the report on them (contract/README 19). */
import type { Handlers } from '../../contract/api/index.ts';
import { csvFile } from '../../platform/http/response/csv.ts';
import type { Plays } from './plays.ts';

export function playRoutes({ plays }: { plays: Plays }) {
  return {
    'POST /api/player/plays': ({ player, body }) => plays.receive(player, body.plays),

    'GET /api/plays/report': ({ user, query }) => plays.report(user.userId, query),

    'GET /api/plays/report.csv': ({ user, query }) => csvFile(plays.table(user.userId, query)),
  } satisfies Partial<Handlers>;
}
