import { PICTURE_SIDES } from '#contract/pictures.ts';

const QUALITY = 0.86;
/** Below this a file goes as it is. */
const SMALL_BYTES = 400_000;

/**
 * A picture as large as it is kept, so that a phone at a park sends a tenth; drawing it anew leaves its place behind.
 * What the browser cannot draw goes as it is: the server says what it thinks of it.
 */
export async function shrink(file: Blob): Promise<Blob> {
  if (file.size <= SMALL_BYTES) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const share = Math.min(1, PICTURE_SIDES[0] / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(bitmap.width * share), Math.round(bitmap.height * share)];
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const drawn = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    return drawn !== null && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}
