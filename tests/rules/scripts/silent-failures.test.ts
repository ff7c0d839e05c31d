/** Each way to fail silently that docs/silent-failures.md lists is provoked in a test, and doctor has the step. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { steps } from '#scripts/launch/steps.ts';
import { trialBooking } from '#scripts/launch/trial-booking.ts';
import { contentFaults } from '#support/hosted/faults/content.ts';
import { functionsFaults } from '#support/hosted/faults/functions.ts';
import { projectFaults } from '#support/hosted/faults/project.ts';
import { servicesFaults } from '#support/hosted/faults/services.ts';

const faults = new Map(
  [...projectFaults, ...functionsFaults, ...servicesFaults, ...contentFaults].map(([fault, step]) => [
    fault,
    step,
  ]),
);
const stepIds = new Set([...steps, trialBooking].map(({ id }) => id));
const rows = readFileSync('docs/silent-failures.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('all 26 ways are listed', () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 26 }, (_, index) => index));
});

test.each(rows.map((cells) => [cells[1] ?? '', cells[4] ?? '', cells[5] ?? '']))(
  'way %s is provoked, and doctor has its steps',
  (_, provoked, named) => {
    const ids = [...named.matchAll(/`([\w-]+)`/g)].map(([, id = '']) => id);
    expect(ids.filter((id) => !stepIds.has(id))).toEqual([]);
    const titles = [...provoked.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
    expect(titles.length).toBeGreaterThan(0);
    const file = /`(tests\/[\w/.-]+)`/.exec(provoked)?.[1];
    if (file !== undefined)
      expect(titles.filter((title) => !readFileSync(file, 'utf8').includes(title))).toEqual([]);
    else expect(new Set(titles.map((title) => faults.get(title)))).toEqual(new Set(ids));
  },
);
