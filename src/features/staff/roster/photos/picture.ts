import { CAMP_PHOTO_SIDE } from '#contract/camp-photos.ts';
import { drawPicture, showsDrawings } from '#browser/shrink-picture.ts';
import { blurBox, type Box } from './blur.ts';

const QUALITY = 0.85;

/**
 * Returns the picture on a canvas, with a longer side of at most 1,600 pixels. Only the pixels are taken over, so
 * place, time and camera are left behind. Returns null if the browser cannot draw the file, or hides its drawings from
 * pages. The file is then not used.
 */
export async function drawFile(file: Blob): Promise<HTMLCanvasElement | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    if (!showsDrawings()) return null;
    const share = Math.min(1, CAMP_PHOTO_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(bitmap.width * share), Math.round(bitmap.height * share)];
    drawPicture(bitmap, canvas);
    bitmap.close();
    return canvas;
  } catch {
    return null;
  }
}

/** Draws the picture with these boxes blurred. The pixels below a box are no longer on the target. */
export function drawBlurred(
  picture: HTMLCanvasElement,
  boxes: readonly Box[],
  target: HTMLCanvasElement,
): void {
  const { width, height } = picture;
  if (target.width !== width || target.height !== height) [target.width, target.height] = [width, height];
  const context = target.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  context.drawImage(picture, 0, 0);
  if (boxes.length === 0) return;
  const pixels = context.getImageData(0, 0, width, height);
  for (const box of boxes) blurBox(pixels, box);
  context.putImageData(pixels, 0, 0);
}

/** Returns the picture with these boxes blurred, as a JPEG. */
export async function encodeBlurred(picture: HTMLCanvasElement, boxes: readonly Box[]): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  drawBlurred(picture, boxes, canvas);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
