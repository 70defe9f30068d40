/** Large drawings on posters, as strokes in a square of 24 units (from Lucide, ISC licence). */
import type { PosterTemplate } from '../../../../../src/contract/posters.ts';

export const icons: Readonly<Partial<Record<PosterTemplate, string>>> = {
  notice:
    'M11 6a13 13 0 0 0 8.4-2.8A1 1 0 0 1 21 4v12a1 1 0 0 1-1.6.8A13 13 0 0 0 11 14H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zM6 14a12 12 0 0 0 2.4 7.2 2 2 0 0 0 3.2-2.4A8 8 0 0 1 10 14M8 6v8',
  hours: 'M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20M12 6v6l4 2',
  holiday:
    'M8 2v4M16 2v4M5 4h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM3 10h18M10 14l4 4M14 14l-4 4',
  team: 'M12 3a5 5 0 1 0 0 10 5 5 0 1 0 0-10M20 21a8 8 0 0 0-16 0',
  exam: 'M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M9 14l2 2 4-4',
  vaccine:
    'M18 2l4 4M17 7l3-3M19 9L8.7 19.3c-1 1-2.5 1-3.4 0l-.6-.6c-1-1-1-2.5 0-3.4L15 5zM9 11l4 4M5 19l-3 3M14 4l6 6',
  welcome: 'M12 20s-8.5-5-8.5-11A4.8 4.8 0 0 1 12 6a4.8 4.8 0 0 1 8.5 3c0 6-8.5 11-8.5 11z',
  insurance:
    'M20 13c0 5-3.5 7.5-7.7 9a1 1 0 0 1-.6 0C7.5 20.500 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.500-1.200 6.200-2.700a1.200 1.200 0 0 1 1.600 0C14.500 3.800 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4',
};
