/** Makes a chosen photo small enough to be kept with the texts of its poster. */
import { limits } from '../../../../src/contract/limits.ts';

const maxSide = 1920;
/** Sizes (long side, px) and qualities, from the best to the smallest. */
const attempts = [maxSide, 1600, 1280, 960, 640, 480].flatMap((side) =>
  [0.85, 0.75, 0.62].map((quality) => ({ side, quality })),
);

/** Returns a data URL of the photo, as WebP if the browser can encode it, else as JPEG. Throws if the file is not a picture. */
export async function preparePhoto(file: Blob): Promise<string> {
  const { width, longSide } = await sizeOf(file);
  // Resize while decoding: a photo of 50 megapixels would take 200 MB. The browser derives the height from the width.
  const resizeWidth = Math.max(1, Math.round(width * Math.min(1, maxSide / longSide)));
  const picture = await createImageBitmap(file, { resizeWidth, resizeQuality: 'high' });
  try {
    return dataUrlOf(picture);
  } finally {
    picture.close();
  }
}

/** Returns the size in pixels without decoding the picture. */
async function sizeOf(file: Blob): Promise<{ width: number; longSide: number }> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error('no picture'));
      image.src = url;
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    return { width, longSide: Math.max(width, height) };
  } finally {
    URL.revokeObjectURL(url);
  }
}

function dataUrlOf(picture: ImageBitmap): string {
  const canvas = document.createElement('canvas');
  for (const { side, quality } of attempts) {
    const share = Math.min(1, side / Math.max(picture.width, picture.height));
    canvas.width = Math.max(1, Math.round(picture.width * share));
    canvas.height = Math.max(1, Math.round(picture.height * share));
    const context = canvas.getContext('2d');
    if (!context) break;
    // JPEG has no transparency: transparent parts become white.
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
