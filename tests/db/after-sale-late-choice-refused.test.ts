import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as afterSale from '#support/sql-after-sale.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { refusal, service } from '#support/sql.ts';
import { chooseLate, readDecision, payLate, passLine } from '#support/sql-late-choice.ts';

let db: TestDatabase;
async function openShop(): Promise<TestDatabase> {
  const database = await createDatabase();
  await camps.publish(database, camps.tierOffer('spark'), camps.tierOffer('epic'));
  await database.sql`
    update public.offers set details = details || '{"once_per_child": true}' where id = 'pass-tryout'`;
  return database;
}
beforeAll(async () => void (db = await openShop()));
beforeEach(() => afterSale.startCalendar(db));
afterAll(() => db.drop());
let week = 4;
const free = (database = db, capacity = 4) =>
  afterSale.makeSession(database, afterSale.dateIn(10 + week++), capacity);

describe('invalid choices', () => {
  const one = '00000000-0000-4000-8000-000000000000';
  test.each<[string, unknown, string, string]>([
    ['nothing', null, 'invalid_input', 'p_choice'],
    ['text', 'refund', 'invalid_input', 'p_choice'],
    ['no kind', {}, 'invalid_input', 'p_choice.kind'],
    ['another kind', { kind: 'swap' }, 'invalid_input', 'p_choice.kind'],
    ['a move to nowhere', { kind: 'move' }, 'invalid_input', 'p_choice.lines'],
    ['no lines', { kind: 'refund', lines: [] }, 'invalid_input', 'p_choice.lines'],
    ['lines as object', { kind: 'move', lines: {} }, 'invalid_input', 'p_choice.lines'],
    ['a line as text', { kind: 'move', lines: ['x'] }, 'invalid_input', 'p_choice.lines[0]'],
    ['a line without id', { kind: 'move', lines: [{}] }, 'invalid_input', 'p_choice.lines[0].line_id'],
    [
      'a line twice',
      { kind: 'refund', lines: [{ line_id: one }, { line_id: one }] },
      'invalid_input',
      'p_choice.lines[0].line_id',
    ],
    [
      'another order’s line',
      { kind: 'refund', lines: [{ line_id: one }] },
      'line_not_found',
      'p_choice.lines[0].line_id',
    ],
    [
      'a session in words',
      { kind: 'move', lines: [{ line_id: one, session_id: 'x' }] },
      'invalid_input',
      'p_choice.lines[0].session_id',
    ],
    [
      'two places',
      { kind: 'move', lines: [{ line_id: one, session_id: one, camp_id: one }] },
      'invalid_input',
      'p_choice.lines[0].camp_id',
    ],
  ])('%s is refused', async (_, choice, code, field) => {
    const { bought } = await payLate(db);
    expect(await refusal(chooseLate(db, bought, choice))).toMatchObject({ code, field });
    expect(await readDecision(db, bought)).toMatchObject({ status: 'open' });
  });

  test('a choice for an order that has nothing to choose is refused', async () => {
    const bought = await afterSale.buy(db, [passLine(await free())]);
    const call = chooseLate(db, bought, { kind: 'refund' });
    expect(await refusal(call)).toMatchObject({ code: 'not_allowed' });
    const byService = chooseLate(
      db,
      bought,
      { kind: 'refund' },
      { access: { order_id: bought.orderId }, who: service },
    );
    expect(await refusal(byService)).toMatchObject({ code: 'choice_made' });
  });
});
