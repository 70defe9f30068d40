/** Initial filter of the audit log: in the address, so that a screen's menu can lead to its history. Pure. */

/** The log (`path`) of one screen: `/admin/audit?tela=7`. */
export const historyHref = (path: string, screenId: number) => `${path}?tela=${screenId}`;

/** The screen and the account that a query string asks for; what is no id is nothing. */
export function auditFilterFrom(query: string): { screenId: number | undefined; accountId: number | undefined } {
  const parameters = new URLSearchParams(query);
  const id = (name: string) => {
    const value = Number(parameters.get(name));
    return Number.isSafeInteger(value) && value > 0 ? value : undefined;
  };
  return { screenId: id('tela'), accountId: id('conta') };
}
