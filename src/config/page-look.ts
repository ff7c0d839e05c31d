import { budget, kilobytes } from './budget.ts';
import { isRecord } from './text-sources.ts';

/**
 * Finds problems of a page of blocks that its size does not show: heavy pictures on a phone's first
 * screen, and obstacles for people with a screen reader. Studio warns of them before a page is
 * published. The page itself fixes the order of headings and the contrast of texts, so content
 * cannot break those.
 */

interface AnyBlock {
  _type: string;
}

type Value = Readonly<Record<string, unknown>>;

/** The blocks that a phone shows without scrolling, at most. */
const FIRST_BLOCKS = 2;
/**
 * The widths in pixels at which a phone loads a picture: a single one, and one of a gallery with
 * two columns.
 */
const PHONE_WIDTH = 728;
const GALLERY_WIDTH = 400;
/** The pictures of a gallery that fit on the screen. */
const GALLERY_FIRST = 4;
/** Bytes for each pixel of a photo with many details, as AVIF in the quality of the site. */
const BYTES_PER_PIXEL = 0.1;

/** Link texts that say nothing to somebody who hears only the links of a page. */
const vagueLink =
  /^(?:click |tap |press )?(?:here|this|link|more|read more|learn more|see more|more info(?:rmation)?|details|go)[.!]?$/i;

export function pageLookRemarks(blocks: readonly AnyBlock[]): string[] {
  return [
    picturesRemark(blocks),
    ...records(blocks).flatMap((value) => [linkRemark(value), headingRemark(value)]),
    descriptionRemark(blocks),
  ].filter((remark) => remark !== null);
}

/** Estimates the pictures on a phone's first screen. */
export function firstPicturesWeight(blocks: readonly AnyBlock[]): number {
  const weights = blocks.slice(0, FIRST_BLOCKS).map((block) => {
    const isGallery = block._type === 'galleryBlock';
    const pictures = picturesIn(block).slice(0, isGallery ? GALLERY_FIRST : 1);
    const width = isGallery && pictures.length > 1 ? GALLERY_WIDTH : PHONE_WIDTH;
    return pictures.reduce((sum, picture) => sum + width * width * heightOf(picture) * BYTES_PER_PIXEL, 0);
  });
  return Math.round(weights.reduce((sum, one) => sum + one, 0));
}

function picturesRemark(blocks: readonly AnyBlock[]): string | null {
  const weight = firstPicturesWeight(blocks);
  return weight > budget.pictures
    ? `The pictures on a phone’s first screen would weigh about ${kilobytes(weight)} kB, and ${kilobytes(budget.pictures)} kB is the most. Crop a tall picture, or move pictures further down.`
    : null;
}

function linkRemark(value: Value): string | null {
  const label =
    'href' in value && typeof value['label'] === 'string' ? value['label'].trim() : linkedText(value);
  return label !== null && vagueLink.test(label)
    ? `The link “${label}” does not say where it leads. Name the page or what to do there, because some people hear only the links.`
    : null;
}

/** Returns the only linked text of a paragraph, or null. */
function linkedText({ _type, children, markDefs }: Value): string | null {
  if (_type !== 'block' || !Array.isArray(markDefs) || !Array.isArray(children)) return null;
  const links = new Set((markDefs as Value[]).map(({ _key }) => _key));
  const linked = (children as Value[]).filter(
    ({ marks }) => Array.isArray(marks) && marks.some((mark) => links.has(mark)),
  );
  const vague = linked.find(({ text }) => typeof text === 'string' && vagueLink.test(text.trim()));
  return typeof vague?.['text'] === 'string' ? vague['text'].trim() : null;
}

const LONGEST_HEADING = 80;

/** Finds a paragraph that looks like a heading: it is bold as a whole, and short. */
function headingRemark({ _type, style, listItem, children }: Value): string | null {
  if (_type !== 'block' || style !== 'normal' || listItem !== undefined || !Array.isArray(children))
    return null;
  const spans = (children as Value[]).filter(({ text }) => typeof text === 'string' && text.trim() !== '');
  const isBold = spans.every(({ marks }) => Array.isArray(marks) && marks.includes('strong'));
  const text = spans
    .map((span) => String(span['text']))
    .join('')
    .trim();
  return spans.length > 0 && isBold && text.length <= LONGEST_HEADING && !/[.!?]$/.test(text)
    ? `“${text}” looks like a heading. Make it one, so that people who listen to the page can jump to it.`
    : null;
}

function descriptionRemark(blocks: readonly AnyBlock[]): string | null {
  const descriptions = blocks
    .flatMap(picturesIn)
    .flatMap(({ alt }) => (typeof alt === 'string' && alt.trim() ? [alt.trim()] : []));
  const double = descriptions.find((text, index) => descriptions.indexOf(text) !== index);
  return double === undefined
    ? null
    : `Two pictures are described as “${double}”. Say what each of them shows.`;
}

const picturesIn = (value: unknown): Value[] => records(value).filter(({ image }) => isRecord(image));

/** Returns the height of a picture after cropping, as a part of its width. */
function heightOf({ image }: Value): number {
  const { asset, crop } = image as Value;
  const ref = isRecord(asset) && typeof asset['_ref'] === 'string' ? asset['_ref'] : '';
  const [, width, height] = /-(\d+)x(\d+)-/.exec(ref) ?? [];
  if (width === undefined || height === undefined) return 0;
  const left = (side: 'top' | 'bottom' | 'left' | 'right') =>
    isRecord(crop) && typeof crop[side] === 'number' ? crop[side] : 0;
  return (
    (Number(height) * (1 - left('top') - left('bottom'))) /
    (Number(width) * (1 - left('left') - left('right')))
  );
}

/** Returns a value's objects, with those inside them. */
function records(value: unknown): Value[] {
  if (Array.isArray(value)) return (value as unknown[]).flatMap(records);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(records)] : [];
}
