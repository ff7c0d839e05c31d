/** The problem of a picture's alternative text, or null. */
export function altProblem(alt: string | undefined, picture: unknown): string | null {
  if (!hasImage(picture)) return null;
  const text = alt?.trim() ?? '';
  if (text === '') return 'Say what the picture shows, for parents who can’t see it.';
  if (/\.(?:jpe?g|png|webp|heic|svg)$/i.test(text) || /^(?:img|dsc|pxl)[-_ ]?\d/i.test(text))
    return 'That is a file name. Say what the picture shows.';
  return null;
}

/** A warning, because screen readers already announce that it is a picture. */
export function altRemark(alt: string | undefined): string | null {
  if (/^(?:an? |the )?(?:picture|photo|image|drawing|pic|img)s?$/i.test(alt?.trim() ?? ''))
    return 'This describes nothing. Say what the picture shows.';
  return /^(?:an? )?(?:picture|photo|image|drawing) (?:of|showing)\b/i.test(alt?.trim() ?? '')
    ? 'Leave out “picture of”: screen readers already say that it is a picture.'
    : null;
}

/** Below this width in pixels a picture looks blurred in most places. */
const LEAST_WIDTH = 600;

/** A warning for a picture that is too small. The content lake writes its size into the asset's id. */
export function sizeRemark(image: unknown): string | null {
  const id = fieldOf(fieldOf(image, 'asset'), '_ref');
  const [, width, height] = typeof id === 'string' ? (/-(\d+)x(\d+)-(?!svg)[a-z]+$/.exec(id) ?? []) : [];
  return width && Number(width) < LEAST_WIDTH
    ? `This picture has ${width} × ${height ?? ''} pixels and will look blurred. Upload one that is at least ${LEAST_WIDTH} pixels wide.`
    : null;
}

/** A picture in the form has an asset once somebody has uploaded or chosen it. */
function hasImage(picture: unknown): boolean {
  const image = fieldOf(picture, 'image');
  return fieldOf(image, 'asset') !== undefined;
}

function fieldOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null) return undefined;
  const value: unknown = Object.entries(source).find(([field]) => field === name)?.[1];
  return value ?? undefined;
}
