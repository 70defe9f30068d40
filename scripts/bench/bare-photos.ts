/**
 * The bare counterpart of the lane of images: the same sharp calls one after the other, in one process. Prints the milliseconds
 * of the calls alone, without the start. Usage (by parts/processing.ts): bare-photos.ts DIRECTORY PATH...
 */
import { renderImage } from '../../src/features/media/render/image.ts';

const [directory = '', ...paths] = process.argv.slice(2);
const began = performance.now();
for (const path of paths) await renderImage(path, directory, false);
console.log(performance.now() - began);
