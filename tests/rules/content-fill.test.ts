import { brand } from '#contract/brand.ts';
import { expect, it, test } from 'vitest';
import { fillDocument } from '#content/fill/fill.ts';
import { findChosen, findChosenOrAll } from '#content/load-documents.ts';
import { openRung, type Rung } from '#content/camp-tiers.ts';
import { reasonOf } from '#scripts/content-report.ts';
import { fill } from '#domain/fill.ts';
import { facts } from '#support/facts.ts';

async function fillOne(document: { _id: string; _type: string } & Record<string, unknown>) {
  const lines: string[] = [];
  return { result: await fillDocument(document, { facts, report: (line) => lines.push(line) }), lines };
}

test('the page gets the facts, and keeps placeholders that the page itself fills in', async () => {
  const text = '{product}: {years} years, {price} a camp, {families}, 1:{childrenPerCoach}, to {dayEnd}';
  const { result, lines } = await fillOne({
    _id: 'faqTopic-1',
    _type: 'faqTopic',
    title: text,
    slug: 'camps',
  });
  expect(result).toMatchObject({
    title: `${brand.product}: 25 years, {price} a camp, 100,000+ families, 1:5, to 5.00 pm`,
    slug: 'camps',
  });
  expect(lines).toEqual([]);
});

test('links get the short name, and chats get the number and the message', async () => {
  const { result } = await fillOne({
    _id: 'notFoundPage',
    _type: 'notFoundPage',
    heading: 'Lost',
    refreshLabel: 'Refresh Page',
    link: { _type: 'link', label: 'Try-out', href: '/try-out-{product}-for-kids' },
    chat: { _type: 'chatButton', label: 'Message Us', message: 'Help with {product}!' },
    seo: { _type: 'seo', title: 'Lost', description: 'Nothing here.', noIndex: true },
  });
  expect(result).toMatchObject({
    link: { label: 'Try-out', href: `/try-out-${brand.slug}-for-kids` },
    chat: { label: 'Message Us', href: `https://wa.me/6580000000?text=Help%20with%20${brand.product}!` },
  });
});

test.each([
  ['a label', { _type: 'link', href: '/camps' }, 'link.label'],
  ['an address', { _type: 'link', label: 'Camps' }, 'link.href'],
])('a link without %s is null', async (_, link, gap) => {
  const { result, lines } = await fillOne({
    _id: 'notFoundPage',
    _type: 'notFoundPage',
    heading: 'Lost',
    link,
  });
  expect(result).toMatchObject({ link: null });
  expect(lines[0]).toContain(gap);
});

test('a link whose address would run a script is null', async () => {
  const link = { _type: 'link', label: 'Camps', href: 'javascript:alert(1)' };
  const { result } = await fillOne({ _id: 'notFoundPage', _type: 'notFoundPage', heading: 'Lost', link });
  expect(result).toMatchObject({ link: null });
});

test('a document without required fields is null, and a line names them', async () => {
  const document = {
    _id: 'faq-1',
    _type: 'faq',
    question: 'Helmets?',
    answer: [{ _type: 'block', children: [{ text: 'Yes.' }] }],
    emoji: '🪖',
  };
  const { result, lines } = await fillOne(document);
  expect(result).toBeNull();
  expect(lines).toEqual([
    expect.stringContaining(
      'faq “Helmets?” (faq-1) lacks topic; it is left out. /intent/edit/id=faq-1;type=faq',
    ),
  ]);
});

const page = { _id: 'aboutPage', type: 'aboutPage', title: null };
const coaches = {
  items: [{ _id: 'ana' }, { _id: 'ben' }],
  publishedIds: new Set(['ana', 'ben', 'half-filled']),
};

it('a list keeps the chosen order, leaves out incomplete documents, and takes all if none is chosen', () => {
  expect(findChosen(['ben', 'half-filled', 'ana'], coaches, page, 'coaches')).toEqual([
    { _id: 'ben' },
    { _id: 'ana' },
  ]);
  expect(findChosenOrAll([], coaches, page, 'coaches')).toEqual(coaches.items);
  expect(findChosen([], coaches, page, 'coaches')).toEqual([]);
});

it('a reference to a missing document stops the build', () => {
  expect(() => findChosen(['gone'], coaches, page, 'coaches')).toThrow(
    /aboutPage .* refers in “coaches” to a document that is not there: gone\.\n {2}.*\/intent\/edit\/id=aboutPage/,
  );
});

const rung = (more: Partial<Rung>): Rung => ({
  _type: 'rung',
  id: 'first',
  name: 'First',
  priceCents: 49_000,
  places: null,
  from: '',
  deadline: '',
  closed: false,
  ...more,
});
const now = new Date('2026-12-01T00:00:00Z');
test.each<[string, Partial<Rung>[], string | null]>([
  ['the first one that is not closed', [{ closed: true }, { id: 'second' }], 'second'],
  ['none whose deadline has passed', [{ deadline: '2026-12-01T00:00:00Z' }], null],
  ['one whose deadline has not passed', [{ deadline: '2026-12-01T00:00:01Z' }], 'first'],
  ['none if there are no rungs', [], null],
])('the open rung is %s', (_, rungs, id) => {
  expect(openRung({ rungs: rungs.map(rung) }, now)?.id ?? null).toBe(id);
});

test('a placeholder can name only the facts, not properties of the prototype', () => {
  expect(fill('{a} {b} {toString}', { a: 1 })).toBe('1 {b} {toString}');
});

test('the reason of a failed build is the content’s message, without colours and paths', () => {
  const output =
    '10:00:00 building\n\u001b[31m[ContentError]\u001b[39m pass “Term” (pass-term) has the price S$0; it must be more than S$0.\n  https://studio.test/intent/edit/id=pass-term;type=pass\n  Stack trace:\n    at /home/builder/x.mjs:1';
  expect(reasonOf(output)).toBe(
    'pass “Term” (pass-term) has the price S$0; it must be more than S$0.\nhttps://studio.test/intent/edit/id=pass-term;type=pass',
  );
});

test('sections planned for another time are left out, and are not reported as missing', async () => {
  const expired = { showing: { until: '2020-01-01T00:00:00Z' } };
  const logos = { _type: 'homeMediaLogos', heading: 'As seen in' };
  const page = await fillOne({
    _id: 'homePage',
    _type: 'homePage',
    sections: [
      { ...logos, ...expired },
      { ...logos, heading: 'Now', showing: { from: '2020-01-01T00:00:00Z' } },
    ],
  });
  expect(page.result).toMatchObject({ sections: [{ heading: 'Now' }] });
  const testimonial = await fillOne({ _id: 'mei', _type: 'testimonial', ...expired });
  expect(testimonial).toEqual({ result: null, lines: [] });
});
