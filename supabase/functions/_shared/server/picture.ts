import { readFile } from 'node:fs/promises';
import {
  ImageMagick,
  initializeImageMagick,
  MagickColors,
  MagickFormat,
  MagickGeometry,
  MagickImageInfo,
  MagickReadSettings,
} from '@imagemagick/magick-wasm';
import { PHOTO_LEAST_SIDE, PHOTO_MOST_PIXELS, PHOTO_MOST_SIDE } from '../contract/family-photo.ts';
import { RefusalError } from './refusal.ts';

const QUALITY = 82;

/** The format is detected by the first bytes, whatever type is declared, so the decoder gets only these formats. */
const formats: [MagickFormat, (bytes: Uint8Array) => boolean][] = [
  [MagickFormat.Jpeg, (b) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff],
  [MagickFormat.Png, (b) => text(b, 1, 4) === 'PNG' && b[0] === 0x89 && b[4] === 0x0d],
  [MagickFormat.WebP, (b) => text(b, 0, 4) === 'RIFF' && text(b, 8, 12) === 'WEBP'],
];

export interface StoredPicture {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

/**
 * Returns the picture in the wanted sizes, without the camera's place, time and device. Fails with the codes
 * `photo_…`.
 */
export async function resizeToJpegs<Sides extends readonly number[]>(
  bytes: Uint8Array,
  sides: Sides,
): Promise<{ [At in keyof Sides]: StoredPicture }> {
  const format = formats.find(([, fits]) => fits(bytes))?.[0];
  if (!format) throw new RefusalError({ code: 'photo_not_readable' });
  await ready();
  const { width, height } = read(() => MagickImageInfo.create(bytes, new MagickReadSettings({ format })));
  if (Math.min(width, height) < PHOTO_LEAST_SIDE) throw new RefusalError({ code: 'photo_too_small' });
  // The size is checked before decoding, because a small file may state a huge size. A JPEG is decoded at a smaller
  // size.
  if (
    Math.max(width, height) > PHOTO_MOST_SIDE ||
    (format !== MagickFormat.Jpeg && width * height > PHOTO_MOST_PIXELS)
  )
    throw new RefusalError({ code: 'photo_too_large' });
  const settings = new MagickReadSettings({ format });
  const unpacked = 2 * Math.max(...sides);
  // If the wanted size is larger than the picture, the decoder would enlarge it.
  if (Math.max(width, height) > unpacked)
    settings.setDefine(MagickFormat.Jpeg, 'size', `${unpacked}x${unpacked}`);
  return read(() =>
    ImageMagick.read(bytes, settings, (image) => {
      image.autoOrient();
      image.strip();
      // Transparent areas become white in a JPEG, not black.
      image.backgroundColor = MagickColors.White;
      image.quality = QUALITY;
      const resized = sides.map((side): StoredPicture => {
        if (Math.max(image.width, image.height) > side) image.resize(new MagickGeometry(side, side));
        const jpeg = image.write(MagickFormat.Jpeg, (data) => new Uint8Array(data));
        return { jpeg, width: image.width, height: image.height };
      });
      return resized as { [At in keyof Sides]: StoredPicture };
    }),
  );
}

function read<T>(work: () => T): T {
  try {
    return work();
  } catch {
    throw new RefusalError({ code: 'photo_not_readable' });
  }
}

let loading: Promise<void> | undefined;

/** The decoder is loaded with the first photo. It needs half a second and 14 MB. */
function ready(): Promise<void> {
  loading ??= readFile(new URL('x86/magick.wasm', import.meta.resolve('@imagemagick/magick-wasm'))).then(
    (wasm) => initializeImageMagick(wasm),
  );
  return loading.catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
}

const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
