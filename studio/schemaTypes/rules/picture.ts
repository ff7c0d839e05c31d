export function altProblem(alt: string | undefined, picture: unknown): string | null {
  if (!hasImage(picture)) return null;
  const text = alt?.trim() ?? '';
  if (text === '') return 'Say what the picture shows, for parents who can’t see it.';
  if (/\.(?:jpe?g|png|webp|heic|svg)$/i.test(text) || /^(?:img|dsc|pxl)[-_ ]?\d/i.test(text))
    return 'That is a file name. Say what the picture shows.';
  return null;
}

/** Matches alternative texts that do not say what a picture shows. */
const meaninglessAlt =
  /^(?:(?:an?|the|my|our|new|main|first) )*(?:picture|photo|photograph|image|img|drawing|screenshot|hero|banner|header|gallery|untitled|test|camp|camps|kids?|child(?:ren)?|logo)(?: ?\d+)?[.!]?$/i;

/**
 * Returns a warning about an alternative text, or null. The text must say what the picture shows,
 * and must not repeat what screen readers say anyway.
 */
export function altRemark(alt: string | undefined): string | null {
  const text = alt?.trim() ?? '';
  if (meaninglessAlt.test(text))
    return `“${text}” describes nothing. Say who does what, and where, such as “Two girls in helmets push off at Somerset”.`;
  return /^(?:an? )?(?:picture|photo|image|drawing) (?:of|showing)\b/i.test(text)
    ? 'Leave out “picture of”: screen readers already say that it is a picture.'
    : null;
}

/** The smallest width in pixels at which a picture is sharp, by the place where it is shown. */
const leastWidth = { small: 400, wide: 1000, hero: 1600 } as const;
export type PicturePlace = keyof typeof leastWidth;

/** Returns a warning if the cropped picture would be enlarged, or null. Drawings have no size in pixels. */
export function sizeRemark(picture: unknown, place: PicturePlace): string | null {
  const image = fieldOf(picture, 'image');
  const id = fieldOf(fieldOf(image, 'asset'), '_ref');
  const width = typeof id === 'string' ? /-(\d+)x\d+-(?!svg$)[a-z0-9]+$/.exec(id)?.[1] : undefined;
  if (width === undefined) return null;
  const crop = fieldOf(image, 'crop');
  const cut = ['left', 'right'].map((side) => Number(fieldOf(crop, side) ?? 0));
  const visibleWidth = Math.round(Number(width) * (1 - cut.reduce((sum, part) => sum + part, 0)));
  return visibleWidth < leastWidth[place]
    ? `This picture is ${visibleWidth} pixels wide${visibleWidth < Number(width) ? ' after cropping' : ''}, so it would look blurred. Use one of at least ${leastWidth[place]} pixels.`
    : null;
}

/** Returns the problem of an emoji or a label, or null. Only a picture without an image needs them. */
export const replacementProblem = (value: string | undefined, picture: unknown, title: string) =>
  value?.trim() || hasImage(picture) ? null : `Fill in “${title}”, or add an image.`;

function hasImage(picture: unknown): boolean {
  const image = fieldOf(picture, 'image');
  return fieldOf(image, 'asset') !== undefined;
}

function fieldOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  const value: unknown = Object.entries(source).find(([field]) => field === name)?.[1];
  return value ?? undefined;
}
