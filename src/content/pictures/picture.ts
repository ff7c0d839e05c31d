import { withProduct } from '#config/brand.ts';
import type { BuiltImage, Picture } from '#domain/picture.ts';
import { printReport, reportTrouble, type DocumentRef, type Report } from '../problem.ts';
import { buildImage, buildShareImage, readSource, type ReadSource } from './build.ts';
import { pictureCache } from './cache.ts';
import type { Framing } from './crop.ts';

export interface PictureField {
  image?: ({ asset?: { _ref?: string | null } | null } & Framing) | null;
  alt?: string | null;
  emoji?: string | null;
  label?: string | null;
}

interface Options {
  report?: Report;
  read?: ReadSource;
  dir?: string;
}

/**
 * Converts a picture. It never throws, because the build reports a broken picture, and pages show its emoji and label
 * instead (spec 1 §8).
 */
export async function toPicture(
  field: PictureField | null | undefined,
  document: DocumentRef,
  { report = printReport, read = readSource, dir = pictureCache }: Options = {},
): Promise<Picture> {
  return {
    ...wordsOf(field),
    image: await tryImage(field?.image, document, report, (id, framing) =>
      buildImage(id, framing, read, dir),
    ),
  };
}

/** Converts an optional picture. Returns null if the content has neither a picture nor an emoji and label. */
export async function optionalPicture(
  field: PictureField | null | undefined,
  document: DocumentRef,
  options: Options = {},
): Promise<Picture | null> {
  if (field?.image?.asset?._ref) return toPicture(field, document, options);
  return text(field?.emoji) || text(field?.label) ? { ...wordsOf(field), image: null } : null;
}

/** Returns the address of a picture for link previews (1200 × 630 pixels), or null if there is no picture. */
export function toShareImage(
  image: PictureField['image'],
  document: DocumentRef,
  { report = printReport, read = readSource, dir = pictureCache }: Options = {},
): Promise<string | null> {
  if (!image?.asset?._ref) return Promise.resolve(null);
  return tryImage(image, document, report, (id, framing) => buildShareImage(id, framing, read, dir));
}

async function tryImage<T extends BuiltImage | string>(
  image: PictureField['image'],
  document: DocumentRef,
  report: Report,
  make: (id: string, framing: Framing) => Promise<T>,
): Promise<T | null> {
  const id = image?.asset?._ref;
  const fallback = 'its emoji and label are shown';
  if (!image || !id) {
    reportTrouble(document, 'has no picture', fallback, report);
    return null;
  }
  try {
    return await make(id, image);
  } catch (error) {
    // The image library's message has several lines, and the first says enough.
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    reportTrouble(document, `has a picture that cannot be read (${reason})`, fallback, report);
    return null;
  }
}

const wordsOf = (field: PictureField | null | undefined) => ({
  alt: withProduct(field?.alt ?? ''),
  emoji: text(field?.emoji) ?? '🖼️',
  label: withProduct(text(field?.label) ?? text(field?.alt) ?? 'Image unavailable'),
});

const text = (value: string | null | undefined) => (value?.trim() ? value.trim() : null);
