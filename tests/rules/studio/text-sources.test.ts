import { expect, test } from 'vitest';
import { textSources } from '#config/text-sources.ts';
import { withFacts, type Facts } from '#content/fill/facts.ts';

const facts: Facts = {
  ...{ years: 25, foundingYear: 2001, families: '12,000+', rating: 4.9, childrenPerCoach: 5 },
  ...{ missions: 18, fewestMissions: 6, mostMissions: 10, dayStart: '8.30 am', dayEnd: '5.00 pm' },
  ...{ usualStart: '9.00 am', usualEnd: '3.00 pm', extraHours: 2.5, allAges: '5–13', campAges: '7–13' },
  ...{ sparkAges: '7–9', igniteAges: '9–11', epicAges: '11–13', classAges: '5–13', groupSize: '4–6' },
  whatsapp: '6591234567',
};

test('the index finds the field of every text, by paragraph and item', () => {
  const found = textSources(
    [
      {
        _id: 'homePage',
        _type: 'homePage',
        hero: { heading: 'Hello,  {product}' },
        sections: [{ _key: 'a1', _type: 'story', text: 'One.\n\nTwo lines\nhere.' }],
        features: ['Board', 'Helmet'],
      },
      { _id: 'term', _type: 'pass', price: 697, sessions: 18, name: 'Board' },
    ],
    (text) => withFacts(text, facts),
  );
  expect(found.map(({ text, id, path }) => [text, id, path])).toEqual([
    ['Hello, Otter', 'homePage', 'hero.heading'],
    ['One.', 'homePage', 'sections[_key=="a1"].text'],
    ['Two lines here.', 'homePage', 'sections[_key=="a1"].text'],
    ['Board', 'homePage', 'features[0]'],
    ['Helmet', 'homePage', 'features[1]'],
    ['S$697', 'term', 'price'],
  ]);
});

test('the index fills in the facts of the site, leaves placeholders of a page, and reads a paragraph of rich text as a whole', () => {
  const children = [
    { _type: 'span', _key: 's1', text: 'Yes, in ' },
    { _type: 'span', _key: 's2', text: 'small groups', marks: ['strong'] },
    { _type: 'span', _key: 's3', text: ' of {groupSize}.' },
  ];
  const found = textSources(
    [
      {
        _id: 'homePage',
        _type: 'homePage',
        rating: '{rating} out of 5',
        bird: 'Early bird until {deadline}',
      },
      { _id: 'faq-1', _type: 'faq', answer: [{ _type: 'block', _key: 'b1', children }] },
    ],
    (text) => withFacts(text, facts),
  );
  expect(found.slice(0, 3).map(({ text, path }) => [text, path])).toEqual([
    ['4.9 out of 5', 'rating'],
    ['Early bird until {deadline}', 'bird'],
    ['Yes, in small groups of 4–6.', 'answer[_key=="b1"]'],
  ]);
});
