/** Owners create and delete the account's API tokens (contract/README 1.21). */
import { scopeNames, type TokenScope } from '../../contract/accounts/capabilities.ts';
import type { Author, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { NewApiToken } from '../../contract/accounts/team.ts';
import { createTeamNotifier, type TeamDeps } from './notifier.ts';

export function createTokenService(deps: TeamDeps) {
  const { apiTokens, audit, database } = deps;
  const { publishChange, log, deleteToken } = createTeamNotifier(deps);

  return {
    /** Creates a token. Throws quota_exceeded when the account has the maximum number of tokens. */
    create(actor: UserActor, input: { name: string; scopes: TokenScope[]; days: number }, by: Author): NewApiToken {
      return database.tx(() => {
        if (apiTokens.count(actor.userId) >= limits.apiToken.perAccount)
          throw new AppError(
            'quota_exceeded',
            `Uma conta tem até ${limits.apiToken.perAccount} tokens. Exclua um que não usa mais.`,
          );
        const created = apiTokens.create(actor, input);
        const { id, name } = created;
        audit.record(
          by,
          'token.created',
          { kind: 'token', id, name, accountId: actor.userId },
          { other: created.scopes.map((scope) => scopeNames[scope]).join(', ') },
        );
        log('api token created', actor, by, { token: name, scopes: created.scopes });
        publishChange(actor.userId, 'tokens');
        return created;
      });
    },

    /** Deletes a token. Throws not_found. */
    remove(actor: UserActor, id: number, by: Author): void {
      const name = apiTokens.list(actor.userId).find((token) => token.id === id)?.name ?? '';
      database.tx(() => deleteToken(actor, { id, name }, by));
    },
  };
}
