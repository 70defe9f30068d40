/**
 * Renders photos one after the other, as the server's image queue does, and prints the milliseconds that the rendering took,
 * without the start of the process. parts/processing.ts runs it: render-photos.ts DIRECTORY PATH...
 */
import { renderImage } from '../../../src/features/media/render/image.ts';

const [directory = '', ...paths] = process.argv.slice(2);
const startedAt = performance.now();
for (const path of paths) await renderImage(path, directory, false);
console.log(performance.now() - startedAt);
