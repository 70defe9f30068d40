/** Persons as the audit log names them. */
import type { Author } from '../../../contract/endpoint.ts';
import type { Person } from './person-store.ts';
import { targetOf } from '../administration/rules.ts';

/** Whoever signs in, account or member, as the audit log names them. */
export const personTarget = ({ userId, memberId, name }: Pick<Person, 'userId' | 'memberId' | 'name'>) =>
  memberId === null
    ? targetOf({ id: userId, username: name })
    : ({ kind: 'member', id: memberId, name, accountId: userId } as const);

/** Returns the author of a request that proves an identity itself: the request itself had no session yet. */
export const authorFor = (
  { userId, memberId, name }: Pick<Person, 'userId' | 'memberId' | 'name'>,
  address: string,
): Author => ({ userId, memberId, tokenId: null, name, address });
