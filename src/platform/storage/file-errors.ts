/** Classifies errors of the file system. */

/** True when the disk or the user's quota is full. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, 'ENOSPC') || hasCode(error, 'EDQUOT');
}

/** True when the user of this process lacks the permission, or the file system is read-only. */
export function isForbidden(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].some((code) => hasCode(error, code));
}

/** True when there is no such file. */
export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT');
}

/** True for an error with this code, such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Ignores the error of a missing file, and throws any other error. */
export function ignoreMissing(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error;
}
