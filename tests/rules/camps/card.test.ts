import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { datesAt, type CampDate, type Source } from '#domain/camp.ts';
import { buildCampView } from '#features/camps/card/model.ts';
import { chipText } from '#features/camps/choose/chip-text.ts';
import { bookingLabel } from '#ui/camps/messages.ts';
import { camp, tier } from '../../unit/camps/examples.ts';

const words = {
  pickDateLabel: 'Pick a date first',
  bookLabel: 'Book {tier}, {price}',
  bonusText: 'You save {saving} on {dates}.',
};
const full = camp({ id: 'full', start: '2026-12-14', end: '2026-12-16', taken: 20 });

function view(chosen: CampDate | null, dates = [camp(), full], source: Source = 'real') {
  return buildCampView(
    tier(),
    {
      dates,
      counted: datesAt(dates, 'orchard-central'),
      camp: chosen,
      now: new Date('2026-11-22'),
      source: { spots: source, places: source },
    },
    words,
  );
}

describe('a card without a date', () => {
  it('cannot be booked, and shows the lowest price and how full the base is', () => {
    expect(view(null)).toMatchObject({
      price: 'S$549',
      from: '',
      listed: 'S$590',
      bonus: '',
      waits: true,
      book: 'Pick a date first',
      taken: '30 of 40 spots taken, across all 2 dates',
      spots: '',
    });
  });
  it('shows “from” if the dates differ in price', () => {
    const later = camp({ start: '2026-12-21', end: '2026-12-23', priceCents: 59_000, rung: 'listed' });
    expect(view(null, [camp(), later]).from).toBe('from');
  });
  it('shows no text of its own for a base without dates', () => {
    expect(view(null, [camp({ base: 'bishan' })])).toMatchObject({ book: 'Pick a date first', fill: null });
  });
});

describe('a card with a date', () => {
  it('can be booked at the camp’s price, with the early bird applied', () => {
    expect(view(camp())).toMatchObject({
      price: 'S$549',
      waits: false,
      book: 'Book Spark, S$549',
      fill: 50,
      bonus: 'You save S$41 on Mon 7 – Wed 9 Dec 2026.',
    });
  });
  it('has no saving and no crossed-out price at the listed price', () => {
    const listed = camp({ priceCents: 59_000, rung: 'listed', rungLeft: null });
    expect(view(listed)).toMatchObject({ price: 'S$590', listed: '', bonus: '' });
  });
  it('shows no price while the camp has none', () => {
    expect(view(camp({ priceCents: null, rung: null }))).toMatchObject({
      price: '',
      book: 'Coming soon: ask us',
      spots: '',
    });
  });
  it('links to the booking, or to the waitlist once the camp is full', () => {
    expect(view(camp({ id: 'a' })).href).toBe('/camps/book?camp=a');
    expect(view(full).href).toBe('/waitlist?camp=full');
    expect(view({ ...full, priceCents: null }).href).toBe('/camps/book?camp=full');
  });
  it('says that the camp is full', () => {
    expect(view(full)).toMatchObject({
      waits: false,
      book: 'Join the waitlist',
      spotsState: 'full',
      bonus: '',
    });
  });
});

describe('the availability', () => {
  const wordsOf = (source: Source, rungLeft: number) =>
    view(camp({ rungLeft }), [camp()], source).rungs.map(({ word }) => word);
  it('is the real one: the number of spots on a rung, or that they are limited', () => {
    expect(wordsOf('real', 2)).toEqual(['SOLD OUT', '2 LEFT', 'LATER']);
    expect(wordsOf('real', 9)).toEqual(['SOLD OUT', 'LIMITED', 'LATER']);
  });
  it('is hidden if the content says so', () => {
    expect(wordsOf('off', 2)).toEqual(['SOLD OUT', 'NOW', 'LATER']);
    expect(view(camp(), [camp()], 'off')).toMatchObject({ fill: null, taken: '', spots: '' });
  });
});

describe('a date button', () => {
  it('shows the days, and that a camp is full', () => {
    expect(chipText(camp(), 'full')).toBe('Mon 7 – Wed 9 Dec');
    expect(chipText(full, 'full')).toBe('Mon 14 – Wed 16 Dec: full');
  });
  it('omits both years at New Year', () => {
    expect(chipText(camp({ start: '2026-12-30', end: '2027-01-01' }), 'full')).toBe('Wed 30 Dec – Fri 1 Jan');
  });
});

describe('the button of a camp in the list', () => {
  const label = (change: Partial<CampDate>) => bookingLabel(camp(change), 'Spark', words.bookLabel);
  it('books, leads to the waitlist if the camp is full, and opens a chat without a price', () => {
    expect(label({})).toBe('Book Spark, S$549');
    expect(label({ taken: 20 })).toBe('Join the waitlist');
    expect(label({ priceCents: null })).toBe('Coming soon: ask us');
  });
});

it('the build fills each element of a card with the field that the element names', () => {
  const files = ['card/CampCard', 'card/Spots', 'choose/TierCard', 'book/BookCard'];
  const texts = files.flatMap((file) => {
    const source = readFileSync(`src/features/camps/${file}.astro`, 'utf8');
    return [...source.matchAll(/data-text="(\w+)"[^]*?>\s*\{(?:view\.)?(\w+)\}/g)];
  });
  expect(texts.map(([, , drawn]) => drawn)).toEqual(texts.map(([, named]) => named));
  expect(new Set(texts.map(([, named]) => named))).toEqual(
    new Set(['from', 'price', 'listed', 'until', 'bonus', 'taken', 'spots', 'place', 'book']),
  );
});
