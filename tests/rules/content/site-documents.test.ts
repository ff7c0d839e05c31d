import { expect, test } from 'vitest';
import { findShown, type SourceDocument } from '#content/site-documents/shown-documents.ts';
import { withTopics } from '#content/site-documents/topics.ts';

const document = (_id: string, fields: object, _type = 'faq'): SourceDocument => ({
  _id,
  _type,
  _rev: '1',
  ...fields,
});
const shownOn = (
  fields: object,
  text: string,
  { type = 'faq', path = '/about', others = [] as SourceDocument[] } = {},
) => {
  const { pages, documents } = findShown([document('it', fields, type), ...others], [{ path, text }]);
  return documents[0]?.[2].map((number) => pages[number]);
};

test('a document is found by a text that only it has, and one that no page shows is found on none', () => {
  const documents = [document('hafiz', { name: 'Coach Hafiz' }), document('arun', { name: 'Coach Arun' })];
  const files = [
    { path: '/', text: '<h3>Coach Hafiz</h3>' },
    { path: '/about', text: '<h3> Coach\n Hafiz </h3><p>Coach Arun and others</p>' },
  ];
  expect(findShown(documents, files)).toEqual({
    pages: ['/', '/about'],
    documents: [
      ['hafiz', '1', [0, 1]],
      // A text that only mentions the name does not show the document.
      ['arun', '1', []],
    ],
  });
});

test('a document is found by a question that another asks, too, if only its picture is its own', () => {
  const others = [document('other', { question: 'How big are the groups?' })];
  const fields = { question: 'How big are the groups?', emoji: '👥' };
  expect(shownOn(fields, '<h3>How big are the groups?</h3>', { others })).toEqual(['/about']);
  expect(shownOn(fields, '<h3>👥</h3>', { others })).toEqual([]);
});

test.each<[string, object, string]>([
  [
    'with marked words in it',
    { text: 'She came home muddy and proud' },
    '<p>She came <mark>home</mark> muddy and proud</p>',
  ],
  [
    'cut after some words',
    { answer: 'Bring a hat and a full water bottle.' },
    '<p>Bring a hat and a full …</p>',
  ],
  [
    'before a fact',
    { text: 'We have taught here for {years} years' },
    '<p>We have taught here for 9 years</p>',
  ],
  [
    'after a fact',
    { emoji: '👥', text: '{groupSize} children, sorted by age and by level' },
    '<p>12 children, sorted by age and by level</p>',
  ],
  [
    'between two facts that touch words',
    { text: 'At {dayStart}, the whole team sets up camp until {dayEnd}.' },
    '<p>At 8.30 am, the whole team sets up camp until 5.00 pm.</p>',
  ],
  ['escaped', { name: 'Tom & “Jerry’s”' }, '<b>Tom &amp; “Jerry&#8217;s”</b>'],
  ['as the name of a picture', { alt: 'A girl laughs' }, '<img alt="A girl laughs">'],
  [
    'for an island',
    { name: 'Night walk' },
    '<astro-island props="{&quot;name&quot;:[0,&quot;Night walk&quot;]}">',
  ],
  [
    'in the data of a script',
    { name: 'Night walk' },
    '<script type="application/ld+json">{"name":"Night walk"}</script>',
  ],
])('a text is found %s', (_, fields, html) => {
  expect(shownOn(fields, html)).toEqual(['/about']);
});

test('a system name, an address and a text that two documents share are no evidence', () => {
  expect(
    shownOn(
      { slug: 'east-coast', mapUrl: 'https://maps.test/x' },
      '<a href="https://maps.test/x">east-coast</a>',
    ),
  ).toEqual([]);
  expect(
    shownOn({ name: 'Spark', text: 'Three days' }, '<b>Spark</b>', {
      others: [document('other', { name: 'Spark' })],
    }),
  ).toEqual([]);
  // A document that shares all of its texts can only be found by them.
  expect(
    shownOn({ name: 'Spark' }, '<b>Spark</b>', { others: [document('other', { name: 'Spark' })] }),
  ).toEqual(['/about']);
});

test('a redirect is found among the redirects, and an answer in the file of the assistant', () => {
  expect(
    shownOn({ from: '/old', to: '/new' }, '/other /x 301\n/old /new 301', {
      type: 'redirect',
      path: '/_redirects',
    }),
  ).toEqual(['/_redirects']);
  const json = '{"passages":[{"title":"Is there parking?"}]}';
  expect(shownOn({ questions: ['Is there parking?'] }, json, { path: '/fragments/assistant.json' })).toEqual([
    '/fragments/assistant.json',
  ]);
});

test('a topic is on the pages that show one of its questions', () => {
  const topic = { _type: 'faqTopic', _rev: '1', title: 'Camps' };
  const documents: SourceDocument[] = [
    { ...topic, _id: 'topic-shown' },
    { ...topic, _id: 'topic-unused', title: 'Other' },
    document('question', { question: 'What do we eat at camp?', topic: { _ref: 'topic-shown' } }),
  ];
  const files = [
    { path: '/', text: '<p>Nothing</p>' },
    { path: '/camps', text: '<h3>What do we eat at camp?</h3>' },
  ];
  expect(
    withTopics(findShown(documents, files), documents).documents.map(([id, , pages]) => [id, pages]),
  ).toEqual([
    ['topic-shown', [1]],
    ['topic-unused', []],
    ['question', [1]],
  ]);
});
