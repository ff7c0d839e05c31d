/** In the picture library, editors search by tag and replace one picture by another. */
import { expect, test } from 'vitest';
import {
  countTags,
  findPictures,
  type LibraryPicture,
  readTags,
  withReplacement,
} from '#studio/pictures/library.ts';

const picture = (name: string, tags: string[], title?: string): LibraryPicture => ({
  _id: name,
  url: '',
  name,
  width: 1,
  height: 1,
  tags,
  uses: title === undefined ? [] : [{ _id: 'a', _type: 'page', title }],
});
const all = [
  picture('IMG_1.jpg', ['night hike', 'epic']),
  picture('IMG_2.jpg', ['epic'], 'Home page'),
  picture('kayak.jpg', []),
];

test.each([
  ['epic', ['IMG_1.jpg', 'IMG_2.jpg']],
  ['EPIC hike', ['IMG_1.jpg']],
  ['home', ['IMG_2.jpg']],
  ['kayak', ['kayak.jpg']],
  ['', ['IMG_1.jpg', 'IMG_2.jpg', 'kayak.jpg']],
  ['snow', []],
])('the search for “%s” finds %j', (search, names) =>
  expect(findPictures(all, search).map(({ name }) => name)).toEqual(names),
);

test('tags are accepted in any case, stored once each, and counted', () => {
  expect(readTags(' Night  hike, epic,, EPIC ')).toEqual(['night hike', 'epic']);
  expect(countTags(all)).toEqual([
    ['epic', 2],
    ['night hike', 1],
  ]);
});

const imageOf = (id: string, more: object = {}) => ({
  _type: 'image',
  asset: { _type: 'reference', _ref: id },
  ...more,
});

test('a picture is replaced everywhere in a document, without the crop and the description of the old one', () => {
  const document = {
    _type: 'page',
    seo: { image: imageOf('old') },
    blocks: [
      {
        _key: 'a',
        picture: { _type: 'picture', alt: 'Skaters', image: imageOf('old', { crop: {}, hotspot: {} }) },
      },
      {
        _key: 'b',
        picture: { _type: 'picture', alt: 'A kayak', image: imageOf('other', { crop: { top: 1 } }) },
      },
    ],
  };
  const changed = withReplacement(document, { from: 'old', to: 'new', alt: 'Two children on a raft' });
  expect(changed).toEqual({
    _type: 'page',
    seo: { image: imageOf('new') },
    blocks: [
      { _key: 'a', picture: { _type: 'picture', alt: 'Two children on a raft', image: imageOf('new') } },
      document.blocks[1],
    ],
  });
  expect(changed.blocks[1]).toBe(document.blocks[1]);
  expect(withReplacement(document, { from: 'gone', to: 'new', alt: 'A' })).toBe(document);
});
