export type PictureFormat = 'jpeg' | 'png' | 'webp';
export interface PictureHeader {
  format: PictureFormat;
  width: number;
  height: number;
  /** How the camera was held, as a number of EXIF from 1 to 8. 1 is upright. */
  orientation: number;
}

/**
 * Reads the format from the first bytes, regardless of the declared type. It also reads the size, so that a small file
 * that states a huge size is refused before it is decoded. Returns null for other files and for moving pictures.
 */
export function readHeader(bytes: Uint8Array): PictureHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = [readJpeg, readPng, readWebp].find((_, index) => starts[index]?.(view));
  try {
    return reader?.(view) ?? null;
  } catch (error) {
    // The file ends too early.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const starts = [
  (view: DataView) => view.byteLength > 4 && view.getUint16(0) === 0xffd8,
  (view: DataView) =>
    view.byteLength > 8 && view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a,
  (view: DataView) => view.byteLength > 12 && textAt(view, 0) === 'RIFF' && textAt(view, 8) === 'WEBP',
];

const textAt = (view: DataView, at: number, length = 4) =>
  Array.from({ length }, (_, index) => String.fromCharCode(view.getUint8(at + index))).join('');

const START_OF_SCAN = 0xda;
const APP1 = 0xe1;
/** Markers of tables between the markers of frames. */
const noFrames = new Set([0xc4, 0xc8, 0xcc]);

function readJpeg(view: DataView): PictureHeader | null {
  let orientation = 1;
  for (let at = 2; ;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      // Any number of these bytes may precede a marker.
      at += 1;
      continue;
    }
    if (marker === START_OF_SCAN) return null;
    if (marker === APP1 && textAt(view, at + 4, 6) === EXIF) orientation = orientationOf(view, at + 10);
    if (marker >= 0xc0 && marker <= 0xcf && !noFrames.has(marker))
      return { format: 'jpeg', height: view.getUint16(at + 5), width: view.getUint16(at + 7), orientation };
    at += 2 + view.getUint16(at + 2);
  }
}

function readPng(view: DataView): PictureHeader | null {
  if (textAt(view, 12) !== 'IHDR') return null;
  const [width, height] = [view.getUint32(16), view.getUint32(20)];
  let orientation = 1;
  for (let at = 8; at + 8 < view.byteLength; at += 12 + view.getUint32(at)) {
    const type = textAt(view, at + 4);
    if (type === 'acTL') return null;
    if (type === 'eXIf') orientation = orientationOf(view, at + 8);
  }
  return { format: 'png', width, height, orientation };
}

const ANIMATED = 0x02;

function readWebp(view: DataView): PictureHeader | null {
  let size: [number, number] | null = null;
  let orientation = 1;
  for (let at = 12; at + 8 < view.byteLength; at += 8 + evened(view.getUint32(at + 4, true))) {
    const type = textAt(view, at);
    if (type === 'VP8X' && (view.getUint8(at + 8) & ANIMATED) !== 0) return null;
    size ??= webpSize(view, type, at + 8);
    if (type === 'EXIF') orientation = orientationOf(view, at + (textAt(view, at + 8, 6) === EXIF ? 14 : 8));
  }
  return size && { format: 'webp', width: size[0], height: size[1], orientation };
}

const evened = (length: number) => length + (length % 2);

function webpSize(view: DataView, type: string, at: number): [number, number] | null {
  const short = (offset: number) => view.getUint16(at + offset, true);
  if (type === 'VP8X')
    return [1 + short(4) + (view.getUint8(at + 6) << 16), 1 + short(7) + (view.getUint8(at + 9) << 16)];
  if (type === 'VP8 ') return [short(6) & 0x3fff, short(8) & 0x3fff];
  if (type !== 'VP8L') return null;
  const bits = view.getUint32(at + 1, true);
  return [1 + (bits & 0x3fff), 1 + ((bits >> 14) & 0x3fff)];
}

const EXIF = 'Exif\0\0';
const ORIENTATION = 0x0112;

/**
 * Returns the orientation that the camera recorded. If the camera's data cannot be read, the picture is still
 * accepted.
 */
function orientationOf(view: DataView, start: number): number {
  try {
    const little = textAt(view, start, 2) === 'II';
    const directory = start + view.getUint32(start + 4, little);
    const count = view.getUint16(directory, little);
    for (let at = directory + 2; at < directory + 2 + 12 * count; at += 12)
      if (view.getUint16(at, little) === ORIENTATION) {
        const value = view.getUint16(at + 8, little);
        return value >= 1 && value <= 8 ? value : 1;
      }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 1;
}
