/** Interface between the player's pages and its entry point. */

export interface Page {
  /** Ends everything the page started; its elements are removed by the entry. */
  stop(): void;
  /** The browser's Back button; without it Back leaves the page. */
  onBack?(): void;
}

/** Goes to another page: those of the player without loading a document, so that it works without the server. */
export type Go = (path: string) => void;

export type MountPage = (root: HTMLElement, go: Go) => Page;
