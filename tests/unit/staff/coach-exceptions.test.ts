/** The sheet of a session or camp shows the reasons for assigning a coach anyway (decisions "Coaches' time"). */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { CoachException, ScheduleItem } from '#contract/management-schedule.ts';
import { createItemDetailsStore } from '#features/staff/schedule/item/detail.ts';
import { ItemSheet } from '#features/staff/schedule/item/ItemSheet.tsx';

const session: ScheduleItem = {
  kind: 'session',
  id: 's',
  title: 'Red',
  team: 'red',
  location_id: 'l',
  location: 'Somerset',
  coaches: ['Ana'],
  coach_count: 1,
  first_day: '2026-11-28',
  last_day: '2026-11-28',
  starts_at: '2026-11-28T01:00:00Z',
  ends_at: '2026-11-28T02:00:00Z',
  has_begun: false,
  is_cancelled_by_us: false,
  reason: null,
  is_on_sale: true,
  sale_problem: null,
  sale_exception: null,
  capacity: 4,
  taken: 0,
  booked: 0,
  in_care: 0,
  waiting: 0,
  camp_day: null,
  cancelled_days: [],
  session: null,
  camp: null,
};

function sheetOf(coach_exceptions: CoachException[]): string {
  const detail = createItemDetailsStore({
    hrefOf: () => '',
    onChanged: () => undefined,
    onRemoved: () => undefined,
  });
  const details = {
    at: '2026-11-25T10:00:00Z',
    place: session,
    sold_as: null,
    price_cents: null,
    children: [],
    heads: null,
    uses: [],
    changes: [],
    coaches: [],
    coach_exceptions,
  };
  return renderToStaticMarkup(
    createElement(ItemSheet, {
      detail,
      plan: null,
      today: null,
      onCancel: () => undefined,
      view: { state: 'ready', id: session.id, details },
    }),
  );
}

const title = 'Why a coach was assigned anyway';

test('the printed sheet shows who assigned the coach anyway, with the reason escaped', () => {
  const sheet = sheetOf([
    {
      id: 'e',
      coach: 'Ana',
      kinds: ['absent', 'double_booked'],
      by: 'Jo',
      at: '2026-11-25T02:00:00Z',
      reason: 'They come back <for> it',
    },
  ]);
  expect(sheet).toContain(title);
  expect(sheet).toContain('Ana was absent and planned elsewhere at that time.');
  expect(sheet).toContain('Reason: “They come back &lt;for&gt; it”');
  expect(sheet).toContain('Jo, Wed 25 Nov 2026');
});

test('the printed sheet has no section of exceptions if there are none', () => {
  expect(sheetOf([])).not.toContain(title);
});
