/** Interface between the player's pages and its entry point. */

export interface Page {
  /** Ends everything that the page started. The entry point removes the page's elements. */
  stop(): void;
  /** Handles the browser's Back button; without this function Back leaves the page. */
  onBack?(): void;
}

/** Opens another page. Pages of the player open without loading a document, which works without the server. */
export type Go = (path: string) => void;

export type MountPage = (root: HTMLElement, go: Go) => Page;
