/** Tests that Studio says which limit a page of blocks would break, apart from its size. */
import { expect, test } from 'vitest';
import { firstPicturesWeight, pageLookRemarks } from '#config/page-look.ts';

const picture = (width: number, height: number, more: object = {}) => ({
  _type: 'picture',
  image: { asset: { _ref: `image-abc-${width}x${height}-jpg` }, ...more },
});
const hero = (shown: object) => ({ _type: 'heroBlock', heading: 'June', picture: shown });
const text = (...body: object[]) => ({ _type: 'textBlock', body });
const paragraph = (words: string, marks: string[] = [], more: object = {}) => ({
  _type: 'block',
  style: 'normal',
  markDefs: [{ _key: 'link', href: '/camps' }],
  children: [{ _type: 'span', text: words, marks }],
  ...more,
});

test.each<[string, object[], RegExp | null]>([
  ['a wide first picture', [hero(picture(6000, 4000))], null],
  ['a tall first picture', [hero(picture(1000, 3000))], /about 159.0 kB, and 150.0 kB is the most/],
  [
    'a tall picture that is cropped',
    [hero(picture(1000, 3000, { crop: { top: 0.3, bottom: 0.3, left: 0, right: 0 } }))],
    null,
  ],
  ['tall pictures further down', [text(), text(), text(picture(1000, 3000))], null],
  ['a gallery', [{ _type: 'galleryBlock', pictures: Array.from({ length: 9 }, () => picture(3, 2)) }], null],
  [
    'a link that says nothing',
    [{ _type: 'buttonsBlock', links: [{ label: 'Click here', href: '/camps' }] }],
    /“Click here”/,
  ],
  [
    'a link that names its page',
    [{ _type: 'buttonsBlock', links: [{ label: 'See the camps', href: '/camps' }] }],
    null,
  ],
  ['a word of a text that is a link', [text(paragraph('here', ['link']))], /The link “here”/],
  ['a sentence with a link', [text(paragraph('See the camps.', ['link']))], null],
  [
    'a bold paragraph instead of a heading',
    [text(paragraph('What to bring', ['strong']))],
    /looks like a heading/,
  ],
  ['a heading', [text(paragraph('What to bring', ['strong'], { style: 'h3' }))], null],
  ['a bold sentence', [text(paragraph('Bring water.', ['strong']))], null],
  ['an item of a list in bold', [text(paragraph('Water', ['strong'], { listItem: 'bullet' }))], null],
  [
    'two pictures with the same words',
    [hero({ ...picture(6, 4), alt: 'Two girls skate' }), text({ ...picture(6, 4), alt: 'Two girls skate' })],
    /described as “Two girls skate”/,
  ],
])('Studio says which limit a page would break: %s', (_, blocks, remark) => {
  const remarks = pageLookRemarks(blocks as { _type: string }[]);
  if (remark) expect(remarks).toEqual([expect.stringMatching(remark)]);
  else expect(remarks).toEqual([]);
});

test('only the pictures of a phone’s first screen are weighed', () => {
  const gallery = { _type: 'galleryBlock', pictures: Array.from({ length: 9 }, () => picture(400, 300)) };
  expect(firstPicturesWeight([gallery])).toBe(4 * 400 * 300 * 0.1);
  expect(firstPicturesWeight([hero(picture(728, 400)), gallery, gallery])).toBe(
    Math.round(728 * 400 * 0.1 + 4 * 400 * 300 * 0.1),
  );
});
