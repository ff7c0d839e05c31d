/** Encoded files are named by how they are made: the same name is the same bytes, wherever it is asked for. */
export interface Recipe {
  /** SHA-1 of the source, as Sanity names it. */
  source: string;
  /** Part of the upright source that is shown, in pixels. */
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

/** Rises when the encoder's settings change: files under the old names stay right for whoever has them. */
const settings = 2;

/** Below `/_astro/`, because hosts keep what is there for ever (`public/_headers`). */
export const folder = '/_astro/picture/';

const form = /^([0-9a-f]{40})-(\d+)\.(\d+)\.(\d+)\.(\d+)-(\d+)-(\d+)\.(avif|webp|jpg)$/;

export function fileName({ source, area, width, format }: Recipe): string {
  const cut = [area.left, area.top, area.width, area.height].join('.');
  return `${source}-${cut}-${width}-${settings}.${format}`;
}

/** Null for a name that this build would not give. */
export function recipeOf(name: string): Recipe | null {
  const [, source = '', left, top, width, height, wanted, made, format] = form.exec(name) ?? [];
  if (Number(made) !== settings || (format !== 'avif' && format !== 'webp' && format !== 'jpg')) return null;
  const area = { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
  return { source, area, width: Number(wanted), format };
}

/** Every encoded file that a text names, each once. */
export function namesIn(text: string): string[] {
  const found = text.matchAll(/\/_astro\/picture\/([0-9a-f]{40}-[\d.]+-\d+-\d+\.(?:avif|webp|jpg))/g);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}
