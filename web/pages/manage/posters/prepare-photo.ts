/** Makes a chosen photo small enough to be kept with the texts of its poster. */
import { limits } from '../../../../src/contract/limits.ts';

/** Sizes (long side, px) and qualities, from the best to the smallest. */
const attempts = [1920, 1600, 1280, 960, 640, 480].flatMap((side) =>
  [0.85, 0.75, 0.62].map((quality) => ({ side, quality })),
);

/** Returns a data URL of the photo, as WebP where the browser writes it, else as JPEG. Throws when the file is no picture. */
export async function preparePhoto(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  for (const { side, quality } of attempts) {
    const share = Math.min(1, side / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * share));
    canvas.height = Math.max(1, Math.round(picture.height * share));
    const context = canvas.getContext('2d');
    if (!context) break;
    // JPEG has no transparency.
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const webp = canvas.toDataURL('image/webp', quality);
    const data = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
    if (data.length <= limits.poster.photoLength) return data;
  }
  throw new Error('the photo stays too large');
}
