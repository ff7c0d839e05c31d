import type { Picture } from './picture.ts';

/**
 * The largest width in pixels. It is enough for 560 points on a desktop or for the full width of a phone, both at high
 * density.
 */
const WIDEST = 1200;

/**
 * Returns a picture without its preview colours and its largest widths, so that a page with many pictures stays small.
 */
export const compact = (picture: Picture): Picture => limitWidth(picture, WIDEST);

/** Returns a picture with only its smallest width, which is enough for a thumbnail on any screen. */
export const thumbnail = (picture: Picture): Picture => limitWidth(picture, 0);

function limitWidth(picture: Picture, widest: number): Picture {
  const image = picture.image && {
    ...picture.image,
    colours: null,
    avif: dropWiderThan(picture.image.avif, widest),
  };
  return { ...picture, image };
}

function dropWiderThan(avif: string, widest: number): string {
  const fits = (candidate: string, index: number) =>
    index === 0 || Number(/ (\d+)w$/.exec(candidate)?.[1] ?? 0) <= widest;
  return avif.split(', ').filter(fits).join(', ');
}
