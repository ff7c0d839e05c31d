import { PICTURE_SIDES } from '#contract/pictures.ts';

const QUALITY = 0.86;
/** Files with fewer bytes are sent unchanged. */
const SMALL_BYTES = 400_000;

/**
 * A smaller file loads faster on a phone outdoors, and drawing the picture again removes its location.
 * A file that the browser cannot draw is sent unchanged.
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
    const smallerFile = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    return smallerFile !== null && smallerFile.size < file.size ? smallerFile : file;
  } catch {
    return file;
  }
}
