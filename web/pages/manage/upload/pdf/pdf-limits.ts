/** Limits of the studio's PDF reader (contract/README 3.2). Not in contract/limits, which is in the studio's first download. */
export const pdfLimits = {
  maxMb: 200,
  pages: 500,
  /** Maximum number of pixels of an image inside a page. A scan of A4 at 600 dpi has 35 million. */
  maxImagePixels: 64_000_000,
  maxPngBytes: 4_000_000,
  /** The worker is ended if a response takes longer. */
  responseMs: 45_000,
  /** If a thumbnail takes longer while others wait, it is stopped, and drawn again after the others. */
  lateThumbnailMs: 4_000,
  /** After this many failures in a row, no more thumbnails of a file are drawn. Images that are sent have their own counter. */
  maxFailures: 3,
  /** Size in px of the images that are sent: they fill the screen of a TV. */
  content: { longSide: 1920, shortSide: 1080 },
  thumbnail: { longSide: 320, shortSide: 320 },
} as const;
