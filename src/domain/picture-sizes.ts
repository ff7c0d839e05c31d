import type { Picture } from './picture.ts';

/** Enough for 560 points on a desktop and for the full width of a phone, both at high density. In pixels. */
const WIDEST = 1200;

/** A picture for a page with many: without preview colours and the largest widths, to keep the page small. */
export const compact = (picture: Picture): Picture => trimmed(picture, WIDEST);

/** A thumbnail, for which the smallest width is enough on any screen. */
export const thumbnail = (picture: Picture): Picture => trimmed(picture, 0);

function trimmed(picture: Picture, widest: number): Picture {
  const image = picture.image && { ...picture.image, colours: null, avif: only(picture.image.avif, widest) };
  return { ...picture, image };
}

function only(avif: string, widest: number): string {
  const fits = (candidate: string, index: number) =>
    index === 0 || Number(/ (\d+)w$/.exec(candidate)?.[1] ?? 0) <= widest;
  return avif.split(', ').filter(fits).join(', ');
}
