import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Camp } from '#contract/camps.ts';
import { PriceBoard } from '#features/staff/sales/PriceBoard.tsx';
import type { DeskOffer } from '#features/staff/sales/api.ts';
import { row } from '#support/unit/examples.ts';

const offer = (id: string, kind: string, title: string, price_cents: number) =>
  ({ id, kind, title, price_cents, details: {} }) as unknown as DeskOffer;
const camp = {
  id: 'camp',
  name: 'Spark Camp',
  start_date: '2026-12-07',
  end_date: '2026-12-09',
  location: 'East Coast',
  capacity: 20,
  current_enrollments: 20,
  price_cents: 54_900,
} as unknown as Camp;
const textOf = (catalogue: Parameters<typeof PriceBoard>[0]['catalogue']) =>
  renderToStaticMarkup(<PriceBoard catalogue={catalogue} />)
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\n+/g, '\n');

it('the board shows a coach the prices and spots of passes, camps, sessions and packages', () => {
  const text = textOf({
    offers: [
      offer('pass-tryout', 'pass', 'Try-Out', 3_800),
      offer('party', 'birthday_package', 'Skate party', 49_000),
    ],
    camps: [camp],
    sessions: [row({ id: 1, available_spots: 3 })],
  });
  expect(text).toContain('Try-Out · S$38');
  expect(text).toContain('Skate party · S$490');
  expect(text).toMatch(/Spark Camp · .* · East Coast · full · S\$549/);
  expect(text).toMatch(/10\.30 am · Red Otter A · Somerset · 3 left/);
});

it('the board says so if nothing is on sale', () => {
  const text = textOf({ offers: [], camps: [], sessions: [] });
  expect(text.match(/Nothing is on sale at the moment\./g)).toHaveLength(2);
  expect(text).toContain('No sessions are on the timetable.');
});
