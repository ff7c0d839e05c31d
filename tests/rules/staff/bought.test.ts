/** Lists of staff say what an order bought. */
import { expect, it } from 'vitest';
import { boughtLines, boughtText } from '#ui/staff/messages.ts';

const spark = { title: 'Spark Camp', base: 'Bishan', days: { from: '2026-11-30', until: '2026-12-02' } };
const pass = { title: 'Term pass', base: null, days: null };

it('the summary counts equal lines, and separates camps of other days or bases', () => {
  const where = 'Bishan · Mon 30 Nov – Wed 2 Dec 2026';
  expect(boughtLines([spark, pass, spark, { ...spark, base: 'Somerset' }, spark])).toEqual([
    { what: '3 × Spark Camp', where },
    { what: 'Term pass', where: '' },
    { what: 'Spark Camp', where: where.replace('Bishan', 'Somerset') },
  ]);
  expect(boughtText([spark, spark, pass])).toBe(`2 × Spark Camp, ${where}; Term pass`);
});
