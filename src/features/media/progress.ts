/** How far the items are that are being processed: not worth a write, so memory keeps it. */

export type Progress = ReturnType<typeof createProgress>;

/** Percent of items, by their id. */
export function createProgress() {
  const percents = new Map<number, number>();
  return {
    /** 0 for an item that is not being processed. */
    of: (videoId: number): number => percents.get(videoId) ?? 0,
    set: (videoId: number, percent: number): void => void percents.set(videoId, percent),
    clear: (videoId: number): void => void percents.delete(videoId),
  };
}
