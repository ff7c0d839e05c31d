import { expect, test } from 'vitest';
import { textSources } from '#config/text-sources.ts';

test('finds the field of every text, by paragraph and item', () => {
  const found = textSources([
    {
      _id: 'homePage',
      _type: 'homePage',
      hero: { heading: 'Hello,  {product}' },
      sections: [{ _key: 'a1', _type: 'story', text: 'One.\n\nTwo lines\nhere.' }],
      features: ['Board', 'Helmet'],
    },
    { _id: 'term', _type: 'pass', price: 697, sessions: 18, name: 'Board' },
  ]);
  expect(found.map(({ text, id, path }) => [text, id, path])).toEqual([
    ['Hello, Otter', 'homePage', 'hero.heading'],
    ['One.', 'homePage', 'sections[_key=="a1"].text'],
    ['Two lines here.', 'homePage', 'sections[_key=="a1"].text'],
    ['Board', 'homePage', 'features[0]'],
    ['Helmet', 'homePage', 'features[1]'],
    ['S$697', 'term', 'price'],
  ]);
});
