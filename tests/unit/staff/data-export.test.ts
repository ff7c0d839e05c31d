/** A copy of all data is written in parts: a safe CSV, or one valid JSON list, and never half a file without a word. */
import { expect, it, vi } from 'vitest';
import type { ExportPage } from '#contract/data-export.ts';
import { partsOf, streamOf } from '#features/staff/system/data-export.ts';

const page = (names: string[], next: string | null): ExportPage => ({
  columns: ['id', 'name', 'total_cents', 'erased_at', 'attended'],
  rows: names.map((name, n) => ({ attended: n === 0, name, id: `${n}`, total_cents: -500, erased_at: null })),
  next,
});
async function* both() {
  yield await Promise.resolve(page(['=cmd()', 'Mei "M", Tan'], 'a'));
  yield await Promise.resolve(page(['+6591234567'], null));
}
const textOf = (parts: AsyncGenerator<string, void, undefined>) => new Response(streamOf(parts)).text();

it('a CSV has one head, and no cell is a formula', async () => {
  const counts: number[] = [];
  // Reading the text removes the byte order mark.
  expect(await textOf(partsOf('csv', both(), (rows) => counts.push(rows)))).toBe(
    [
      'id,name,total_cents,erased_at,attended',
      "0,'=cmd(),-500,,true",
      '1,"Mei ""M"", Tan",-500,,false',
      '0,+6591234567,-500,,true',
      '',
    ].join('\r\n'),
  );
  expect(counts).toEqual([2, 3]);
});

it('JSON is one list with the columns in their order, also when there is nothing', async () => {
  const text = await textOf(partsOf('json', both(), vi.fn()));
  const rows = JSON.parse(text) as Record<string, unknown>[];
  expect(rows.map(({ name }) => name)).toEqual(['=cmd()', 'Mei "M", Tan', '+6591234567']);
  expect(Object.keys(rows[0] ?? {})).toEqual(['id', 'name', 'total_cents', 'erased_at', 'attended']);
  async function* nothing() {
    yield await Promise.resolve({ columns: [], rows: [], next: null });
  }
  expect(JSON.parse(await textOf(partsOf('json', nothing(), vi.fn())))).toEqual([]);
});
