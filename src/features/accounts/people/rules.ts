/** Describes people for the audit log: as targets and as authors of entries. */
import type { Author } from '../../../contract/endpoint.ts';
import type { Person } from './person-store.ts';
import { targetOf } from '../administration/rules.ts';

/** Returns the audit log's target for an account or a member. */
export const personTarget = ({ userId, memberId, name }: Pick<Person, 'userId' | 'memberId' | 'name'>) =>
  memberId === null
    ? targetOf({ id: userId, username: name })
    : ({ kind: 'member', id: memberId, name, accountId: userId } as const);

/** Returns the author of a request that signs in or registers, which has no session yet. */
export const authorFor = (
  { userId, memberId, name }: Pick<Person, 'userId' | 'memberId' | 'name'>,
  address: string,
): Author => ({ userId, memberId, tokenId: null, name, address });
