/**
 * Compares what can be called now with what could be called in the last release, and shows that the comparison finds a
 * loss.
 */
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Contract,
  contractText,
  findLosses,
  isWithdrawn,
  withdrawnItems,
  readContract,
  releasedContract,
} from '#scripts/releases/contract.ts';
import { refusals, shapeOf } from '#scripts/releases/shapes.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';

let db: TestDatabase;
let now: Contract;
beforeAll(async () => {
  db = await createDatabase();
  now = await readContract(db.sql);
});
afterAll(() => db.drop());

test('pages and functions of the last release find all that they use', () => {
  const losses = findLosses(releasedContract() ?? now, now);
  expect(losses.filter((loss) => !isWithdrawn(loss))).toEqual([]);
  // A function that was withdrawn on purpose may be listed only as long as it is missing.
  expect(losses.filter(isWithdrawn)).toHaveLength(Object.keys(withdrawnItems).length);
});

test('the contract has every part, and stays the same on its way through its file', () => {
  expect(Object.keys(now.functions)).toContain('hold_order');
  expect(now.tables['camps for anon']).toBeDefined();
  expect(Object.keys(now.requests)).toContain('ReleaseOrder');
  expect(Object.keys(now.answers)).toContain('PaymentLink');
  expect(JSON.parse(contractText(now))).toEqual(now);
  // A function that code mentions is in use.
  expect(now.unused).not.toContain('hold_order');
});

describe('in the database', () => {
  const undone = new Error('undone');
  /** Returns the losses after a change, which is rolled back. */
  async function lossesAfter(change: string): Promise<string[]> {
    let losses: string[] = [];
    await db.sql
      .begin(async (tx) => {
        await tx.unsafe(change);
        losses = findLosses({ ...now, unused: [] }, await readContract(tx as unknown as TestDatabase['sql']));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return losses;
  }
  test.each([
    ['drop function public.get_sales_notice() cascade', 'the function get_sales_notice is missing'],
    [
      'revoke execute on function public.get_sales_notice() from anon',
      'the function get_sales_notice may not be called by anon any more',
    ],
    ['alter table public.locations rename name to title', 'the table locations for anon has no column name'],
    ['revoke select on public.locations from anon', 'the table locations for anon has no column id'],
  ])('%s: is named', async (change, loss) => {
    expect(await lossesAfter(change)).toContain(loss);
  });
  test('a required argument is named, an optional one is none', () => {
    const name = 'get_location_viewers';
    const before = now.functions[name];
    if (!before) throw new Error(`${name} is missing`);
    const addArgument = (optional: boolean) => ({
      ...now,
      functions: {
        ...now.functions,
        [name]: { ...before, arguments: [...before.arguments, { name: 'p_x', type: 'text', optional }] },
      },
    });
    expect(findLosses(now, addArgument(false))).toEqual([`the function ${name} requires p_x, which is new`]);
    expect(findLosses(now, addArgument(true))).toEqual([]);
    expect(findLosses(addArgument(true), now)).toEqual([`the function ${name} has no argument p_x`]);
  });
  test('an edge function that is missing, or closed, is named', () => {
    const { 'stripe-webhook': _gone, ...edge } = now.edge;
    expect(findLosses(now, { ...now, edge })).toEqual(['the edge function stripe-webhook is missing']);
    expect(findLosses(now, { ...now, edge: { ...now.edge, 'stripe-webhook': true } })).toEqual([
      'the edge function stripe-webhook asks for a token',
    ]);
  });
  test('what no page or function of the last release mentions may go', () => {
    const { get_sales_notice: _gone, ...functions } = now.functions;
    expect(findLosses({ ...now, unused: ['get_sales_notice'] }, { ...now, functions })).toEqual([]);
    expect(findLosses(now, { ...now, functions })).toEqual(['the function get_sales_notice is missing']);
  });
});

describe('in the shape of an answer or a request', () => {
  const Old = v.object({
    name: v.pipe(v.string(), v.maxLength(20)),
    state: v.picklist(['open', 'paid']),
    at: v.nullable(v.string()),
  });
  const why = (reader: v.GenericSchema, sent: v.GenericSchema) => refusals(shapeOf(reader), shapeOf(sent));
  test.each([
    ['a missing field', v.omit(Old, ['name']), 'name: is missing'],
    [
      'a field that may be missing',
      v.object({ ...Old.entries, name: v.optional(Old.entries.name) }),
      'name: may be missing',
    ],
    [
      'a field that may be null',
      v.object({ ...Old.entries, name: v.nullable(Old.entries.name) }),
      'name: was string, is null',
    ],
    ['another type', v.object({ ...Old.entries, name: v.number() }), 'name: was string, is number'],
    [
      'a longer text',
      v.object({ ...Old.entries, name: v.pipe(v.string(), v.maxLength(30)) }),
      'name: max_length is 20 on one side and 30',
    ],
    [
      'a state that old pages do not know',
      v.object({ ...Old.entries, state: v.picklist(['open', 'lost']) }),
      'state: lost is not known',
    ],
  ])('%s is refused', (_, sent, line) => {
    expect(why(Old, sent).join('\n')).toContain(line);
  });
  test.each([
    ['a further field', v.object({ ...Old.entries, more: v.string() })],
    ['a state less', v.object({ ...Old.entries, state: v.literal('open') })],
    ['a value that is never null any more', v.object({ ...Old.entries, at: v.string() })],
  ])('%s is accepted', (_, sent) => expect(why(Old, sent)).toEqual([]));
  test('a strict reader refuses a further field, and lists and choices are compared within', () => {
    expect(why(v.strictObject({ a: v.string() }), v.object({ a: v.string(), b: v.string() }))).toEqual([
      'b: is not accepted',
    ]);
    const list = (item: v.GenericSchema) => v.object({ rows: v.array(item) });
    expect(why(list(Old), list(v.omit(Old, ['at'])))).toEqual(['rows[].at: is missing']);
    const either = v.union([v.object({ a: v.string() }), v.object({ b: v.string() })]);
    expect(why(either, v.object({ b: v.string() }))).toEqual([]);
    expect(why(v.object({ b: v.string() }), either)).toEqual(['b: is missing']);
  });
});
