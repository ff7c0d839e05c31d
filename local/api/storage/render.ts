import sharp from 'sharp';
import { invalid } from './errors.ts';

/**
 * The longest side that may be requested, and the largest picture that is opened. Both are as on the hosted service.
 */
const SIDE_MAX = 2500;
const PIXELS_MAX = 50_000_000;
const QUALITY = 80;

interface Transform {
  width?: number;
  height?: number;
  resize: 'cover' | 'contain' | 'fill';
  quality: number;
  format: 'origin' | 'avif' | '';
}

export function transformOf(options: Record<string, unknown>): Transform {
  const number = (name: string, min: number, max: number): number | undefined => {
    const option = options[name];
    if (option === undefined) return undefined;
    const value = Number(option);
    if (!Number.isInteger(value) || value < min || value > max)
      throw invalid(`${name} must be between ${min} and ${max}`);
    return value;
  };
  const [width, height] = [number('width', 1, SIDE_MAX), number('height', 1, SIDE_MAX)];
  const resize = options['resize'] ?? 'cover';
  if (resize !== 'cover' && resize !== 'contain' && resize !== 'fill')
    throw invalid('resize must be cover, contain or fill');
  const format = options['format'] ?? '';
  if (format !== '' && format !== 'origin' && format !== 'avif')
    throw invalid('format must be origin or avif');
  const quality = number('quality', 20, 100) ?? QUALITY;
  return { ...(width && { width }), ...(height && { height }), resize, quality, format };
}

/**
 * As on the hosted service, a picture is never enlarged, loses camera data such as its location, and is sent as WebP
 * to browsers that accept it.
 */
export async function renderPicture(
  bytes: Buffer,
  wanted: Record<string, unknown>,
  accept: string,
): Promise<{ picture: Buffer; mimetype: string }> {
  const { width, height, resize, quality, format } = transformOf(wanted);
  try {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX }).autoOrient();
    const origin = (await image.metadata()).format;
    const fit = resize === 'contain' ? 'inside' : resize;
    if (width || height)
      image.resize({ ...(width && { width }), ...(height && { height }), fit, withoutEnlargement: true });
    const kind = kindOf(format, origin, accept);
    const picture = await image.toFormat(kind, { quality }).toBuffer();
    return { picture, mimetype: `image/${kind}` };
  } catch (error) {
    if (error instanceof Error && /unsupported image format|pixel limit|corrupt|Input/i.test(error.message))
      throw invalid("The requested resource isn't a valid image");
    throw error;
  }
}

const MADE = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
type RenderFormat = (typeof MADE)[number];

function kindOf(format: Transform['format'], origin: string, accept: string): RenderFormat {
  if (format === 'avif') return 'avif';
  if (format === '' && accept.includes('image/webp')) return 'webp';
  return MADE.find((kind) => kind === origin) ?? 'png';
}
