import readJpeg, { init as initReadJpeg } from '@jsquash/jpeg/decode.js';
import writeJpeg, { init as initWriteJpeg } from '@jsquash/jpeg/encode.js';
import readPng, { init as initReadPng } from '@jsquash/png/decode.js';
import {
  initSync as initResize,
  resize as resizePixels,
} from '@jsquash/resize/lib/resize/pkg/squoosh_resize.js';
import readWebp, { init as initReadWebp } from '@jsquash/webp/decode.js';
import { PHOTO_LEAST_SIDE, PHOTO_MOST_PIXELS, PHOTO_MOST_SIDE } from '../contract/family-photo.ts';
import { turnUpright } from './picture-turns.ts';
import { type PictureFormat, readHeader } from './picture-header.ts';
import { RefusalError } from './refusal.ts';
import { readWasm, type WasmName } from './wasm-files.ts';

const QUALITY = 82;
/** The number of the filter in the library, which counts triangle, catrom, mitchell and lanczos3. */
const LANCZOS3 = 3;

export interface StoredPicture {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

/**
 * Returns the picture in the given sizes, without the place, time and device that the camera recorded. The sizes go
 * from large to small. Fails with the codes `photo_…`.
 */
export async function resizeToJpegs<Sides extends readonly number[]>(
  bytes: Uint8Array,
  sides: Sides,
): Promise<{ [At in keyof Sides]: StoredPicture }> {
  const header = readHeader(bytes);
  if (!header) throw new RefusalError({ code: 'photo_not_readable' });
  const { format, width, height, orientation } = header;
  if (Math.min(width, height) < PHOTO_LEAST_SIDE) throw new RefusalError({ code: 'photo_too_small' });
  if (Math.max(width, height) > PHOTO_MOST_SIDE || width * height > PHOTO_MOST_PIXELS)
    throw new RefusalError({ code: 'photo_too_large' });
  await Promise.all(([format, 'resize', 'writeJpeg'] as const).map(load));
  let image = await decode(format, bytes);
  // The data may contain another size than the header.
  if (image.width !== width || image.height !== height)
    throw new RefusalError({ code: 'photo_not_readable' });
  if (format !== 'jpeg') layOnWhite(image);
  const stored: StoredPicture[] = [];
  for (const [index, side] of sides.entries()) {
    image = shrunk(image, side);
    if (index === 0) image = turnUpright(image, orientation);
    const jpeg = new Uint8Array(await writeJpeg(image, { quality: QUALITY, progressive: false }));
    stored.push({ jpeg, width: image.width, height: image.height });
  }
  return stored as { [At in keyof Sides]: StoredPicture };
}

const decoders: Record<PictureFormat, (bytes: ArrayBuffer) => Promise<ImageData>> = {
  jpeg: readJpeg,
  png: readPng,
  webp: readWebp,
};

async function decode(format: PictureFormat, bytes: Uint8Array): Promise<ImageData> {
  try {
    return await decoders[format](bytes.slice().buffer);
  } catch {
    // A decoder that gave up in the middle is not used again.
    loading.delete(format);
    throw new RefusalError({ code: 'photo_not_readable' });
  }
}

/** Makes the picture's background white. A JPEG has no transparency, and transparent parts would become black. */
function layOnWhite({ data }: ImageData): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 255;
    if (alpha === 255) continue;
    for (let colour = at; colour < at + 3; colour++)
      data[colour] = Math.round(((data[colour] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
    data[at + 3] = 255;
  }
}

function shrunk(image: ImageData, side: number): ImageData {
  const share = side / Math.max(image.width, image.height);
  if (share >= 1) return image;
  const [width, height] = [image.width, image.height].map((length) =>
    Math.max(1, Math.round(length * share)),
  );
  const pixels = resizePixels(
    new Uint8Array(image.data.buffer),
    image.width,
    image.height,
    width ?? 1,
    height ?? 1,
    LANCZOS3,
    false,
    false,
  );
  return new ImageData(new Uint8ClampedArray(pixels), width ?? 1, height ?? 1);
}

const starters: Record<WasmName, (module: WebAssembly.Module) => unknown> = {
  jpeg: initReadJpeg,
  png: initReadPng,
  webp: initReadWebp,
  resize: initResize,
  writeJpeg: initWriteJpeg,
};
const loading = new Map<WasmName, Promise<unknown>>();

/** Loads a part of the library when the first picture needs it. */
async function load(name: WasmName): Promise<void> {
  // Decoders return their result as a class of browsers, which Node does not have.
  if (!('ImageData' in globalThis)) Object.assign(globalThis, { ImageData: PixelData });
  const started = loading.get(name) ?? readWasm(name).then(starters[name]);
  loading.set(name, started);
  try {
    await started;
  } catch (error) {
    loading.delete(name);
    throw error;
  }
}

class PixelData {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;

  constructor(data: Uint8ClampedArray, width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}
