/**
 * Renders photos as the image queue of the server does, one after the other in this process, and prints the milliseconds
 * that the rendering took, without the start of the process. Usage (by parts/processing.ts): bare-photos.ts DIRECTORY PATH...
 */
import { renderImage } from '../../../src/features/media/render/image.ts';

const [directory = '', ...paths] = process.argv.slice(2);
const startedAt = performance.now();
for (const path of paths) await renderImage(path, directory, false);
console.log(performance.now() - startedAt);
