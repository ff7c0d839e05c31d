import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { typedFactProblem } from '#studio/schemaTypes/pages/placeholders.ts';

/**
 * The literal texts and values that spec 2 §2, spec 2 §9 and decisions "Two home pages" give for pages, read from the
 * seed.
 */
const documents = new Map(
  readFileSync('studio/seed/data.ndjson', 'utf8')
    .trim()
    .split('\n')
    .map((line) => v.parse(v.looseObject({ _id: v.string() }), JSON.parse(line)))
    .map((document) => [document._id, document]),
);
const page = <Shape extends v.ObjectEntries>(id: string, shape: Shape) =>
  v.parse(v.object(shape), documents.get(id));
const rest = v.looseObject({});
const heading = v.object({ heading: v.string() });
const titles = v.array(v.object({ title: v.string() }));
const link = v.object({ label: v.string(), href: v.string() });

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  // The key of a sentence contains its English text.
  return Object.entries(value).flatMap(([name, part]) => (name === '_key' ? [] : textsOf(part)));
}

test('no text contains a number that the settings, camps or teams have', () => {
  const typed = [...documents.values()].flatMap(textsOf).filter((text) => typedFactProblem(text) !== null);
  expect(typed).toEqual([]);
});

test('the Try-Out and EPIC have one spelling, except in two labels of the specification', () => {
  const given = ['Fun-Start', 'I am New: Tryout'];
  const others = [...documents.values()]
    .flatMap(textsOf)
    .filter(
      (text) => / |^Fun-Start$/.test(text) && /\b(Tryout|Fun-Start|[Tt]rial|[Tt]ry-out|Epic)\b/.test(text),
    );
  expect([...new Set(others)].sort()).toEqual(given);
});

test('the home page has the sections of both versions in the decided order', () => {
  const { sections } = page('homePage', { sections: v.array(v.looseObject({ _type: v.string() })) });
  const kinds = sections.map(({ _type }) => _type);
  expect(kinds.filter((kind) => kind !== 'homeTestimonials')).toEqual([
    ...['homeHero', 'homeMediaLogos', 'homeBooking', 'homeTryOut', 'homeMethod', 'homeKidsParents'],
    ...['homeJourney', 'homeCoaches', 'homeClosing'],
  ]);
  const hero = v.parse(v.object({ startLink: link, campsLink: link }), sections[0]);
  expect(hero).toEqual({
    startLink: { label: 'Find Your Starting Point', href: '/try-out-{product}-for-kids' },
    campsLink: { label: 'View All Camps', href: '/camps' },
  });
});

test('the sticky bar has the texts of the specification', () => {
  const { stickyBar } = page('homePage', { stickyBar: rest });
  expect(stickyBar).toMatchObject({
    label: 'Get My Pass',
    progressText: 'Progress: {count} / 6 sessions booked',
    mascotLabel: 'BOOK NOW!',
  });
});

test('the items of the bundle are worth 500, 30, 25, 40, 200, 50, 75 and 100', () => {
  const { bundle } = page('campsPage', {
    bundle: v.object({ items: v.array(v.object({ value: v.number() })) }),
  });
  expect(bundle.items.map(({ value }) => value)).toEqual([500, 30, 25, 40, 200, 50, 75, 100]);
});

test('the camps page has the texts of the specification', () => {
  const camps = page('campsPage', {
    includes: heading,
    chooser: rest,
    options: rest,
    dateStrip: rest,
    faq: rest,
    bottomBar: rest,
    story: v.object({ steps: v.array(rest) }),
    finalCall: v.object({ link }),
  });
  expect(camps).toMatchObject({
    includes: { heading: 'What Your Camper Gets' },
    options: { label: 'Package Options' },
    chooser: {
      bonusTitle: 'Early Bird Bonus Unlocked',
      emptyText: 'No upcoming camps available at this time',
    },
    dateStrip: { emptyText: 'No upcoming camps available' },
    faq: { moreLabel: 'More Questions', lessLabel: 'Show Less Questions' },
    bottomBar: { locationsText: 'Orchard · East Coast · Bishan' },
    finalCall: { link: { href: '/camps#conversions' } },
  });
  expect(camps.story.steps).toHaveLength(4);
});

test('the booking page has its two steps, hint and badge', () => {
  expect(page('campsPage', { book: rest }).book).toMatchObject({
    heading: 'Book Your Urban Adventure Camp',
    weekHeading: 'Choose Your Week',
    weekLabel: 'Week of {date}',
    campHeading: 'Choose The Ideal Camp',
    campHint: 'Please select a week to choose your camp package',
    selectedLabel: 'Selected',
  });
});

test('EPIC Camp has its days, ten foundations, buttons, and is hidden from search engines', () => {
  const epic = page('epicPage', {
    hero: rest,
    seo: rest,
    closing: v.looseObject({ chat: v.object({ label: v.string(), message: v.string() }) }),
    days: v.object({ items: v.array(v.object({ label: v.string(), activities: v.array(v.string()) })) }),
    overnight: v.object({ facts: v.array(v.string()) }),
    foundations: v.object({ items: titles }),
  });
  expect(epic.days.items.map(({ label }) => label)).toEqual([
    'Day 1 (Monday)',
    'Days 2-3',
    'Day 4 (Thursday)',
    'Day 5',
  ]);
  expect(epic.days.items.flatMap(({ activities }) => activities)).toEqual(
    expect.arrayContaining([
      ...['Team games', 'Sports', 'Mind challenges', 'Evening goal-setting circle'],
      ...['Island jungle trek', 'Wakeboarding', 'Muay Thai', 'High ropes course', 'Reflection circles'],
      ...['Adventure day, 9 AM-5 PM', 'Camp setup, 5 PM to sunset', 'Final urban quest', 'Closing ceremony'],
      ...['Leader', 'Navigator', 'Safety officer', 'Logistics officer', 'Morale captain'],
    ]),
  );
  expect(epic.overnight.facts).toEqual(
    expect.arrayContaining(['2-4 campers per tent', '4-8 campers in total']),
  );
  expect(new Set(epic.foundations.items.map(({ title }) => title)).size).toBe(10);
  expect(epic.hero).toMatchObject({
    bookLabel: 'Early Bird {price} - Save {saving}!',
    link: { href: '/checkout?experience=overnight-camping-thu' },
    chat: { label: 'Questions? WhatsApp Us' },
  });
  expect(epic.closing).toMatchObject({
    bookLabel: 'Book Early Bird',
    chat: { label: 'Questions? WhatsApp Us' },
  });
  expect(epic.closing.chat.message).toContain('EPIC Camp with overnight camping');
  expect(epic.seo).toMatchObject({ noIndex: true });
});

test('the items of EPIC cost S$1,500 to S$2,300 separately', () => {
  const { comparison } = page('epicPage', {
    comparison: v.object({ rows: v.array(v.object({ from: v.number(), to: v.number() })) }),
  });
  const sum = (pick: 'from' | 'to') => comparison.rows.reduce((total, row) => total + row[pick], 0);
  expect([sum('from'), sum('to')]).toEqual([1_500, 2_300]);
});

test('the not-found page has buttons to reload and to chat', () => {
  expect(page('notFoundPage', { refreshLabel: v.string(), chat: rest })).toMatchObject({
    refreshLabel: 'Refresh Page',
    chat: { label: 'Message Us on WhatsApp' },
  });
});

test('no text of a page contains the price of an offer, which would become outdated', () => {
  const pages = [...documents.values()].filter(({ _id }) => _id.endsWith('Page'));
  // There are twelve pages, and Chinese texts for all but one.
  expect(pages.length).toBe(23);
  const prices = /\$ ?(?:38|58|167|197|490|549|590|690|697|790|890|990|1,?290|1,?297)\b/;
  expect(pages.filter((document) => prices.test(JSON.stringify(document))).map(({ _id }) => _id)).toEqual([]);
});

test('the hours of a camp are written only with the camps, and texts use placeholders', () => {
  const hours = /\b(?:8[.:]30|half past eight|17[.:]00|5(?:[.:]00)? ?pm)\b/i;
  // The day of the overnight camp has other hours (spec 2 §2 "EPIC page").
  const overnight = /9 AM(?:-| to )5 PM|5 PM to sunset/;
  const findWritten = (value: unknown, key = ''): string[] => {
    if (typeof value === 'string')
      return key !== 'time' && hours.test(value) && !overnight.test(value) ? [value] : [];
    if (typeof value !== 'object' || value === null || key === 'extendedDay') return [];
    return Object.entries(value).flatMap(([name, part]) => findWritten(part, name));
  };
  expect([...documents.values()].flatMap((document) => findWritten(document))).toEqual([]);
  const day = v.object({ extendedDay: v.object({ start: v.string(), end: v.string() }) });
  const days = ['spark', 'ignite', 'epic'].map(
    (tier) => v.parse(day, documents.get(`tier-${tier}`)).extendedDay,
  );
  const [first] = days;
  expect(days).toEqual([first, first, first]);
  const { campDay } = v.parse(
    v.object({ campDay: v.array(v.object({ time: v.string() })) }),
    page('campsPage', { schedule: rest }).schedule,
  );
  expect([campDay[0]?.time, campDay.at(-1)?.time]).toEqual([first?.start, first?.end]);
});

test('the checkout promises to store no more than the browser stores', () => {
  const { lead } = page('checkoutPage', { lead: v.string() });
  expect(lead).toMatch(/save what you typed, except health, who may collect your child, and your signature/);
});
