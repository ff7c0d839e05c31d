/** A rectangle on a grid of 12 by 8. The numbers are left, top, width and height, and a darkness from 1 to 3. */
type Area = readonly [number, number, number, number, (1 | 2 | 3)?];

const row = (top: number, count: number, height: number): Area[] => {
  const width = (10 - (count - 1) * 0.5) / count;
  return Array.from({ length: count }, (_, index): Area => [
    1 + index * (width + 0.5),
    top,
    width,
    height,
    1,
  ]);
};
const head: Area[] = [[1, 1, 5, 0.9, 3]];
const lines = (left: number, top: number, width: number, count: number): Area[] =>
  Array.from({ length: count }, (_, index): Area => [
    left,
    top + index * 0.9,
    index === count - 1 ? width * 0.6 : width,
    0.4,
    2,
  ]);

/** The sketches in the menu that inserts a block. */
const sketches: Readonly<Record<string, readonly Area[]>> = {
  heroBlock: [[0, 0, 12, 8, 1], [1, 2, 6, 1.4, 3], ...lines(1, 4, 4, 2), [1, 6.2, 2.4, 0.9, 3]],
  textBlock: [...head, ...lines(1, 2.6, 10, 5)],
  buttonsBlock: [
    [2, 3.4, 3.6, 1.2, 3],
    [6.4, 3.4, 3.6, 1.2, 1],
  ],
  noticeBlock: [
    [1, 3, 10, 2, 1],
    [1.6, 3.8, 6, 0.4, 3],
  ],
  comparisonBlock: [...head, ...[2.6, 3.9, 5.2].flatMap((top) => row(top, 4, 0.9))],
  campsBlock: [...head, ...[2.6, 4.4, 6.2].map((top): Area => [1, top, 10, 1.3, 1])],
  passesBlock: [...head, ...row(2.6, 4, 4.6)],
  homeTryOut: [[1, 1, 10, 6, 1], [2, 2.2, 4, 0.9, 3], ...lines(2, 3.8, 3.6, 3), [7, 2, 3, 4, 2]],
  countdownBlock: [[0, 2.6, 12, 2.8, 1], [1, 3.2, 2.4, 1.6, 3], ...lines(4.2, 3.5, 5, 2)],
  formBlock: [...head, ...[2.6, 4, 5.4].map((top): Area => [1, top, 7, 0.9, 1]), [1, 6.8, 2.6, 0.8, 3]],
  questionsBlock: [
    ...head,
    ...[2.6, 4, 5.4].flatMap((top): Area[] => [
      [1, top, 10, 1, 1],
      [1.4, top + 0.3, 5, 0.4, 3],
    ]),
  ],
  homeTestimonials: [...head, ...row(2.6, 3, 3), ...row(6, 3, 0.5)],
  homeCoaches: [...head, ...row(2.6, 4, 3), ...row(6, 4, 0.5)],
  homeMethod: [...head, ...row(2.6, 3, 4.2)],
  homeMediaLogos: row(3.4, 5, 1),
  galleryBlock: [...head, ...row(2.6, 3, 2.2), ...row(5.2, 3, 2.2)],
  videoBlock: [
    [1, 1, 10, 6, 1],
    [5.2, 3.2, 1.6, 1.6, 3],
  ],
  mapBlock: [...head, ...row(2.6, 2, 3), ...row(6, 2, 0.5)],
  homeClosing: [
    [0, 0, 12, 8, 1],
    [3, 1.6, 6, 1, 3],
    [4.4, 3.4, 3.2, 1, 3],
    [0, 5.4, 12, 2.6, 2],
  ],
};

const shades = { 1: '#ddf0ec', 2: '#9cc9c3', 3: '#075e60' };

/** Returns the sketch as a data URL, so that Studio needs no file for it. */
export function sketchOf(block: string): string {
  const areas = (sketches[block] ?? head).map(
    ([x, y, width, height, shade = 2]) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx=".3" fill="${shades[shade]}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 12 8"><rect width="12" height="8" fill="#fffdf8"/>${areas.join('')}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
