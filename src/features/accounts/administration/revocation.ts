/** Revokes API tokens and invitation links, which somebody who knew the old password may have created (contract/README 1.10). */
import type { Revoked } from '../../../contract/accounts/accounts.ts';
import type { Author } from '../../../contract/endpoint.ts';
import type { Publish } from '../../../contract/events.ts';
import type { Audit } from '../../audit/audit.ts';
import type { MemberStore } from '../../team/member-store.ts';
import type { ApiTokenStore } from '../../team/token-store.ts';
import { targetOf } from './rules.ts';

export interface RevocationDeps {
  apiTokens: Pick<ApiTokenStore, 'removeAllOf'>;
  members: Pick<MemberStore, 'clearLinksOf'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
}

/** Returns a text such as '2 tokens de API e 1 link de convite'. */
const revokedText = ({ tokens, invitations }: Revoked): string =>
  [
    ...(tokens > 0 ? [tokens === 1 ? '1 token de API' : `${tokens} tokens de API`] : []),
    ...(invitations > 0 ? [invitations === 1 ? '1 link de convite' : `${invitations} links de convite`] : []),
  ].join(' e ');

/** Creates `revoke`, which deletes API tokens and invitation links. Call it in the transaction that sets the password. */
export function createRevocation({ apiTokens, members, audit, publish }: RevocationDeps) {
  return function revoke(account: { id: number; username: string }, by: Author): Revoked {
    const revoked = { tokens: apiTokens.removeAllOf(account.id), invitations: members.clearLinksOf(account.id) };
    if (revoked.tokens + revoked.invitations > 0)
      audit.record(by, 'account.access_revoked', targetOf(account), { other: revokedText(revoked) });
    if (revoked.tokens > 0) publish(`user:${account.id}`, { type: 'contentChanged', what: 'tokens' });
    if (revoked.invitations > 0) publish(`user:${account.id}`, { type: 'contentChanged', what: 'team' });
    return revoked;
  };
}
