import { expect, test } from 'vitest';
import type { WeekCopy } from '#contract/week-copies.ts';
import { copyMessages } from '#features/staff/schedule/week/messages.ts';

const camp: WeekCopy['camps'][number] = {
  id: 'camp',
  title: 'Spark Camp',
  location: 'Bishan',
  first_day: '2026-12-07',
  last_day: '2026-12-09',
  left_out: null,
  closed: null,
  capacity: 12,
  not_copied: 1,
  coaches: [
    { id: 'jo', name: 'Jo' },
    { id: 'ray', name: 'Ray' },
  ],
  is_on_sale: true,
};

test('the preview of a copied week has spots, coaches and added spots that stay behind', () => {
  const lines = copyMessages.lines({
    ...{ sessions: 2, left_out: 0, not_offered: 0, not_copied: 2, closed: [], clashes: [] },
    camps: [camp, { ...camp, capacity: 10, not_copied: 0 }],
  });
  expect(lines).toHaveLength(4);
  expect(lines[1]).toBe('Of the sessions, 2 spots that were added for a single child are not copied.');
  expect(lines[2]).toContain(', 12 spots, with Jo and Ray. If it fills up: 2 coaches for 12 children.');
  expect(lines[2]).toContain('1 spot that was added for a single child is not copied.');
  expect(lines[3]).toMatch(/, 10 spots, with Jo and Ray\.$/);
});
