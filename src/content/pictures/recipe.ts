/** An encoded file is named after its recipe, so the same name always means the same bytes. */
export interface Recipe {
  /** SHA-1 of the source, as Sanity names it. */
  source: string;
  /** The visible part of the rotated source, in pixels. */
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

/** Files under old names remain valid for browsers that have cached them. */
const settings = 2;

/** Below `/_astro/`, because hosts cache that folder for ever (`public/_headers`). */
export const folder = '/_astro/picture/';

const form = /^([0-9a-f]{40})-(\d+)\.(\d+)\.(\d+)\.(\d+)-(\d+)-(\d+)\.(avif|webp|jpg)$/;

export function fileName({ source, area, width, format }: Recipe): string {
  const cut = [area.left, area.top, area.width, area.height].join('.');
  return `${source}-${cut}-${width}-${settings}.${format}`;
}

/** Null for a name that this build would not generate. */
export function buildRecipe(name: string): Recipe | null {
  const [, source = '', left, top, width, height, wanted, made, format] = form.exec(name) ?? [];
  if (Number(made) !== settings || (format !== 'avif' && format !== 'webp' && format !== 'jpg')) return null;
  const area = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
  return { source, area, width: Number(wanted), format };
}

/** Every encoded file that a text mentions, without duplicates. */
export function namesIn(text: string): string[] {
  const found = text.matchAll(/\/_astro\/picture\/([0-9a-f]{40}-[\d.]+-\d+-\d+\.(?:avif|webp|jpg))/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}
