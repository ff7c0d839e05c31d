/** Tests who may read to which account a PayNow payment goes (docs/decisions "PayNow at the desk"). */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaynowAccount } from '#contract/desk.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent, signedIn } from '#support/sql-details.ts';
import { makeUser, refusal, rpc, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
const set = (change: Record<string, unknown>) => db.sql`update public.settings set ${db.sql(change)}`;
beforeAll(async () => {
  db = await createDatabase();
  await set({ uen: '202612345D', coaches_sell: false });
});
afterAll(() => db.drop());

test('whoever sells at the desk reads to whom an instalment or a voucher is paid, and nobody else does', async () => {
  const admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  const parent = await makeParent(db, 'parent@example.test');
  const read = (who: Caller) => rpc(db, who, 'get_paynow_account', {});
  const account = v.parse(PaynowAccount, await read(admin));
  expect(account).toMatchObject({ uen: '202612345D' });
  expect(Date.parse(account.valid_until)).toBeGreaterThan(Date.now());
  for (const who of [coach, parent]) expect(await refusal(read(who))).toMatchObject({ code: 'not_allowed' });
  for (const who of [visitor, service]) expect(await sqlState(read(who))).toBe('42501');
  await set({ coaches_sell: true });
  expect(await read(coach)).toMatchObject({ uen: '202612345D' });
  await set({ uen: null });
  expect(await read(admin)).toMatchObject({ uen: null });
});
