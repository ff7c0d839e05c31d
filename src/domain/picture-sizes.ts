import type { Picture } from './picture.ts';

/** Enough for 560 points of a desktop and for the whole width of a phone, both as fine as screens are. */
const WIDEST = 1200;

/** A picture on a page of many: no colours, which would only weigh on it; no widths too many. */
export const compact = (picture: Picture): Picture => trimmed(picture, WIDEST);

/** A picture the size of a thumb: its smallest width is enough for any screen. */
export const thumbnail = (picture: Picture): Picture => trimmed(picture, 0);

function trimmed(picture: Picture, widest: number): Picture {
  const image = picture.image && { ...picture.image, colours: null, avif: only(picture.image.avif, widest) };
  return { ...picture, image };
}

/** Of "/a-400.avif 400w, /a-800.avif 800w" those up to a width, at least the first one. */
function only(avif: string, widest: number): string {
  const fits = (one: string, index: number) =>
    index === 0 || Number(/ (\d+)w$/.exec(one)?.[1] ?? 0) <= widest;
  return avif.split(', ').filter(fits).join(', ');
}
