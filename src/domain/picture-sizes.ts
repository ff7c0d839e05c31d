import type { Picture } from './picture.ts';

/** In pixels. This is enough for 560 points on a desktop or the full width of a phone, both at high density. */
const WIDEST = 1200;

/** For pages with many pictures. Leaves out preview colours and the largest widths, to keep the page small. */
export const compact = (picture: Picture): Picture => trimmed(picture, WIDEST);

/** For thumbnails, the smallest width is enough on any screen. */
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
