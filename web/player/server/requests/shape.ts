/** Functions that check the shape of a value, used in pairing.ts and well-formed.ts. */

export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isNonNegativeInteger: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
export const isPositiveInteger: Check = (value) => isNonNegativeInteger(value) && value !== 0;
export const isId = isPositiveInteger;
export const isTime: Check = (value) => isText(value) && !Number.isNaN(Date.parse(value as string));
export const oneOf =
  (...values: (string | number)[]): Check =>
  (value) =>
    values.indexOf(value as string) >= 0;
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** Returns a check for objects whose fields pass these checks; other fields are ignored. */
export const has =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(fields).every((name) => (fields[name] as Check)((value as Record<string, unknown>)[name]));
