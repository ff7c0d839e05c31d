import sharp, { type FitEnum, type FormatEnum } from 'sharp';
import * as v from 'valibot';
import { apiError } from './errors.ts';

const size = v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(1), v.maxValue(8192)));
const corners = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map(Number)),
  v.length(4),
  v.everyItem((corner) => Number.isInteger(corner) && corner >= 0),
);

/** The parameters that Studio and `@sanity/image-url` send for crops and sizes. */
const Parameters = v.object({
  w: size,
  h: size,
  dpr: v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(1), v.maxValue(5)), '1'),
  q: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(100)), '75'),
  fit: v.optional(v.picklist(['clip', 'crop', 'fill', 'fillmax', 'max', 'scale', 'min']), 'clip'),
  rect: v.optional(corners),
  fm: v.optional(v.picklist(['jpg', 'pjpg', 'png', 'webp', 'avif'])),
  auto: v.optional(v.string()),
});

const fits: Record<string, keyof FitEnum> = {
  crop: 'cover',
  min: 'cover',
  fill: 'contain',
  fillmax: 'contain',
  scale: 'fill',
};
const formats: Record<string, keyof FormatEnum> = {
  jpg: 'jpeg',
  pjpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif' as 'heif',
};

/**
 * Crops, resizes and encodes a picture as the image CDN does. `accept` is the browser's `Accept` header, which
 * `auto=format` needs.
 */
export async function transformImage(source: Buffer, query: Record<string, string>, accept: string) {
  const parsed = v.safeParse(Parameters, query);
  if (!parsed.success) throw apiError(400, 'Bad Request', `Image parameters: ${v.summarize(parsed.issues)}`);
  const { w, h, dpr, q, fit, rect, fm, auto } = parsed.output;
  try {
    const { format } = await sharp(source).metadata();
    const image = sharp(source).autoOrient();
    const [left, top, width, height] = rect ?? [];
    if (left !== undefined && top !== undefined && width && height)
      image.extract({ left, top, width, height });
    if (w ?? h) {
      const scaled = { ...(w && { width: Math.round(w * dpr) }), ...(h && { height: Math.round(h * dpr) }) };
      image.resize({
        ...scaled,
        fit: fits[fit] ?? 'inside',
        withoutEnlargement: fit === 'max' || fit === 'fillmax',
      });
    }
    const wantedFormat = fm
      ? formats[fm]
      : auto === 'format' && accept.includes('image/webp')
        ? 'webp'
        : undefined;
    const encoded = wantedFormat ?? (format === 'svg' ? 'png' : format);
    const { data, info } = await image
      .toFormat(encoded, { quality: q })
      .toBuffer({ resolveWithObject: true });
    return { bytes: data, type: `image/${info.format === 'heif' ? 'avif' : info.format}` };
  } catch (error) {
    throw apiError(400, 'Bad Request', `This image cannot be made: ${reason(error)}`);
  }
}

/** Returns the metadata of an image for its asset document. Throws 400 if the bytes are not an image. */
export async function describeImage(bytes: Buffer) {
  try {
    const image = await sharp(bytes).metadata();
    const { width, height } = image.autoOrient;
    const preview = await sharp(bytes).autoOrient().resize(20).png().toBuffer();
    return {
      extension: image.format === 'jpeg' ? 'jpg' : image.format,
      mimeType: image.format === 'svg' ? 'image/svg+xml' : `image/${image.format}`,
      width,
      height,
      metadata: {
        _type: 'sanity.imageMetadata',
        dimensions: { _type: 'sanity.imageDimensions', width, height, aspectRatio: width / height },
        hasAlpha: image.hasAlpha,
        isOpaque: !image.hasAlpha,
        lqip: `data:image/png;base64,${preview.toString('base64')}`,
      },
    };
  } catch (error) {
    throw apiError(400, 'Bad Request', `Invalid image: ${reason(error)}`);
  }
}

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));
