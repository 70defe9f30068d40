import { truncateForLog } from '../../log.ts';

/**
 * Returns a function that shortens a request's path for the log: below its first part only ids and words of the API are kept, because
 * a mistyped address may contain a patient's name. `endpoints`: their keys, such as 'GET /api/calls/:id'.
 */
export function createLoggedPath(endpoints: Iterable<string>): (path: string) => string {
  const words = new Set([...endpoints].flatMap((key) => key.split(' ')[1]?.split('/') ?? []));
  return (path) => {
    const [, first = '', ...rest] = path.split('/');
    const isPlain = /^[a-z0-9._-]{0,40}$/.test(first);
    const kept = rest.map((part) => (/^\d{1,12}$/.test(part) || words.has(part) ? part : '...'));
    return truncateForLog(`/${[isPlain ? first : '...', ...kept].join('/')}`);
  };
}
