import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { callAs } from '#support/sql-details.ts';
import { refusal, rpc, service, stopCalendar } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test('a family’s export has its camps and codes, and erasing it waits for the end of the camp and removes the address', async () => {
  await stopCalendar(db, '2026-11-18T12:00:00+08:00');
  await camps.publish(db, camps.tierOffer('spark'));
  const camp = await camps.makeCamp(db, { start: '2026-11-18' });
  const { childId, familyId } = await camps.makeChild(db);
  await db.sql`
    insert into public.camp_enrollments (camp_id, child_id, family_id, rung_id) values (${camp}, ${childId}, ${familyId}, 'first')`;
  await callAs(db, service, 'save_promotion_code', { code: 'OTTER', percent: 10 });
  const order = await camps.takeSpot(db, camp, { heldSeconds: 600 });
  await db.sql`select private.use_promotion(${order}, 'OTTER', 4900, ${familyId}, 'mei@example.test')`;

  const exported = await rpc(db, service, 'export_family', { p_family_id: familyId });
  expect(exported).toMatchObject({
    camp_enrollments: [
      { child_id: childId, rung_id: 'first', camp: { camp_id: camp, location_name: 'Orchard Central' } },
    ],
    promotion_uses: [{ code: 'OTTER', discount_cents: 4900 }],
  });
  const erase = () => rpc(db, service, 'erase_family', { p_family_id: familyId });
  await stopCalendar(db, '2026-11-20T23:59:59+08:00');
  expect(await refusal(erase())).toMatchObject({ code: 'family_in_use', field: 'camp_enrollments' });
  await stopCalendar(db, '2026-11-21T00:00:00+08:00');
  await erase();
  const [left] = await db.sql`
    select (select count(*) from public.camp_enrollments) as enrolments, u.email_hash, u.discount_cents from public.promotion_uses u`;
  expect(left).toEqual({ enrolments: 1, email_hash: null, discount_cents: 4900 });
});
