/** How a file is encoded. The file is named after this, so that the same name always means the same bytes. */
export interface Recipe {
  /** The SHA-1 of the source, which is Sanity's name for it. */
  source: string;
  /** The visible area of the rotated source, in pixels. */
  area: Area;
  width: number;
  format: 'avif' | 'webp' | 'jpg';
}
export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * The version of the settings, which is part of file names. A higher number gives changed files new names. Old names
 * stay valid for browsers that have cached them.
 */
const settings = 2;

/** Hosts cache everything below `/_astro/` for ever (`public/_headers`). */
export const folder = '/_astro/picture/';

const namePattern = /^([0-9a-f]{40})-(\d+)\.(\d+)\.(\d+)\.(\d+)-(\d+)-(\d+)\.(avif|webp|jpg)$/;

export function fileName({ source, area, width, format }: Recipe): string {
  const cut = [area.left, area.top, area.width, area.height].join('.');
  return `${source}-${cut}-${width}-${settings}.${format}`;
}

/** Returns the recipe of a file name, or null if this build would not use such a name. */
export function buildRecipe(name: string): Recipe | null {
  const [, source = '', left, top, width, height, wanted, made, format] = namePattern.exec(name) ?? [];
  if (Number(made) !== settings || (format !== 'avif' && format !== 'webp' && format !== 'jpg')) return null;
  const area = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
  return { source, area, width: Number(wanted), format };
}

/** Returns every encoded file that a text mentions, without duplicates. */
export function namesIn(text: string): string[] {
  const found = text.matchAll(/\/_astro\/picture\/([0-9a-f]{40}-[\d.]+-\d+-\d+\.(?:avif|webp|jpg))/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}
