import { focusWhenLost } from '../../../../ui/overlay/focus-when-lost.ts';

/** Id of the line that counts the accounts. */
export const resultsId = 'usuarios-encontrados';
/** Returns the id of an account's actions. */
export const actionsId = (userId: number) => `usuario-${userId}`;

/**
 * The pressed button went with the account's old status, and the focus with it: keyboard users go on with the account's
 * other buttons, or from the count above the list when the account left it.
 */
export function keepFocus(userId: number): void {
  focusWhenLost(
    () => document.querySelector<HTMLElement>(`#${actionsId(userId)} button`) ?? document.getElementById(resultsId),
  );
}
