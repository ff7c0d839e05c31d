const QUALITY = 0.86;
/** A file with fewer bytes is sent unchanged, unless it has too many pixels. */
const SMALL_BYTES = 400_000;

/**
 * Returns the picture with a longer side of at most `side` pixels. A smaller file loads faster on a phone outdoors,
 * and the server can process it in time. Drawing the picture again also removes its location. A file that the browser
 * cannot draw is returned unchanged.
 */
export async function shrinkPicture(file: Blob, side: number): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const share = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    if ((share === 1 && file.size <= SMALL_BYTES) || !showsDrawings()) return file;
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.round(bitmap.width * share), Math.round(bitmap.height * share)];
    drawPicture(bitmap, canvas);
    bitmap.close();
    const smallerFile = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
    const isBetter = smallerFile !== null && (share < 1 || smallerFile.size < file.size);
    return isBetter ? smallerFile : file;
  } catch {
    return file;
  }
}

/**
 * Returns whether the browser lets a page read its drawings. Some browsers hide them so that pages cannot recognise a
 * visitor, and would give a blank picture.
 */
export function showsDrawings(): boolean {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [1, 1];
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#4080c0';
  context.fillRect(0, 0, 1, 1);
  const pixel = context.getImageData(0, 0, 1, 1).data;
  // Some browsers change a colour a little.
  return [0x40, 0x80, 0xc0].every((value, index) => Math.abs(value - (pixel[index] ?? 0)) < 8);
}

export function drawPicture(bitmap: ImageBitmap, canvas: HTMLCanvasElement): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingQuality = 'high';
  // A JPEG has no transparency, so transparent parts would become black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
}
