/** Tests that parts of pages can be planned, and that pages, builds and Studio's calendar know the same parts. */
import { expect, test } from 'vitest';
import { fillPage } from '#content/fill/fill.ts';
import { shapes } from '#content/shapes.gen.ts';
import { datedPages, datedParts } from '#contract/dated-parts.ts';
import { momentsOf, planQuery } from '#studio/plan/planned-moments.ts';

const datedPartsOf = (type: string): string[] =>
  Object.entries(shapes[type] ?? {}).flatMap(([name, shape]) =>
    typeof shape === 'object' && 'object' in shape && 'showing?' in shape.object
      ? [name.replace('?', '')]
      : [],
  );

test('Studio’s calendar and the builds ask for every part with dates', () => {
  const pages = Object.keys(shapes).filter((type) => datedPartsOf(type).length > 0);
  expect(pages.toSorted()).toEqual([...datedPages].toSorted());
  expect([...new Set(pages.flatMap(datedPartsOf))].toSorted()).toEqual([...datedParts].toSorted());
  for (const name of datedParts) expect(planQuery).toContain(`"showing": ${name}.showing`);
});

test('what a page needs to sell has no dates', () => {
  const all = datedPages.flatMap(datedPartsOf);
  for (const name of ['hero', 'chooser', 'cards', 'packages', 'sessions', 'enquiry', 'book'])
    expect(all).not.toContain(name);
});

test.each([
  ['before its time', '2026-12-03T15:59:59Z', false],
  ['in its time', '2026-12-04T00:00:00Z', true],
  ['after its time', '2026-12-06T16:00:00Z', false],
])('every part with dates is left out of its page outside its time: %s', async (_, now, isShown) => {
  const showing = { from: '2026-12-03T16:00:00Z', until: '2026-12-06T16:00:00Z' };
  for (const type of datedPages) {
    const parts = datedPartsOf(type).map((name) => [name, { heading: 'For a time', showing }]);
    const document = { _id: type, _type: type, ...Object.fromEntries(parts) } as {
      _id: string;
      _type: string;
    };
    const facts = {} as Parameters<typeof fillPage>[2]['facts'];
    const page: object = await fillPage(document, type, {
      facts,
      report: () => undefined,
      now: new Date(now),
    });
    for (const name of datedPartsOf(type))
      expect(Reflect.get(page, name) !== null, `${type}.${name}`).toBe(isShown);
  }
});

test('the calendar lists when a part appears and disappears, with its field', () => {
  const showing = { from: '2026-12-03T16:00:00Z', until: '2026-12-06T16:00:00Z' };
  const page = { _id: 'aboutPage', _type: 'aboutPage', title: 'About us' };
  const moments = momentsOf([{ ...page, parts: [{ name: 'story', heading: 'Our story', showing }] }]);
  expect(moments).toMatchObject([
    {
      at: showing.from,
      what: 'About us, section “Our story” appears',
      field: { documentId: 'aboutPage', path: 'story.showing' },
    },
    { at: showing.until, what: 'About us, section “Our story” disappears' },
  ]);
});
