import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as afterSale from '#support/sql-after-sale.ts';
import { makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as leads from '#support/sql-leads.ts';
import * as privacy from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, refusal, rpc, service, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  await afterSale.sellWithRules(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

const erase = (id: string, more: object = {}) =>
  rpc<{ erased: boolean }>(db, admin, 'erase_family', { p_family_id: id, ...more });
const phone = '+6598760000';

describe('erasing a family that used another’s address or number deletes nothing of the other', () => {
  // The erased family typed the address that `p.buyAs` uses, which may or may not be verified.
  test.each(['typed', 'proven'])('the address of the erased family is %s', async (how) => {
    const mark = `erased-${how}`;
    const email = `${mark}.buyer@example.test`;
    const session = await shop.makeSession(db, { capacity: 20 });
    const { familyId } = await privacy.buyAs(db, mark, session);
    if (how === 'proven') {
      const who = await makeParent(db, email);
      await rpc(db, who, 'link_purchases');
    }
    const erased =
      how === 'typed'
        ? familyId
        : (
            await db.sql<[{ id: string }]>`
      select id from public.families where lower(contact_email) = ${email}`
          )[0].id;

    // Another parent has the same address. That parent has a party tomorrow, a waitlist entry, an order with its mail,
    // a lead and an open checkout.
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const { code } = await leads.createParty(db, admin, leads.partyFields(soon));
    const contact = { name: 'Another parent', email, phone };
    await leads.submitResponse(db, leads.formResponse(code, { contact }));
    const full = await waitlists.makeFullSession(db);
    const parent = { name: 'Another parent', email, phone };
    const entry = { ...waitlists.joinRequest({ session_id: full.session }), parent };
    await rpc(db, visitor, 'join_waitlist', { p_entry: entry });
    const other = await privacy.buyAs(db, mark, session);
    await leads.reserveSpot(db, { email, whatsapp: phone });
    const open = await privacy.goToPay(db, mark, session);
    await rpc(db, service, 'release_order', { p_secret: open.order.secret });
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${erased}`;

    const others = () => db.sql`
      select
        (select jsonb_agg(jsonb_build_object('c', r.contact_email, 'p', r.contact_phone) order by r.id) from public.form_responses r) as answers,
        (select jsonb_agg(h.details order by h.response_id) from public.form_response_health h) as health,
        (select jsonb_agg(jsonb_build_object('s', e.status, 'e', e.parent_email) order by e.id) from public.waitlist_entries e) as entries,
        (select jsonb_agg(m.key order by m.key) from public.outbox m where m.sent_at is null and m.payload <> '{}'
          and m.payload ->> 'number' is distinct from (select number from public.orders where family_id = ${erased} limit 1)) as mails,
        (select jsonb_agg(l.email order by l.id) from public.leads l) as leads,
        (select jsonb_agg(o.parent_email order by o.id) from public.orders o where o.family_id is distinct from ${erased}) as orders`;
    const before = [...(await others())];
    expect(JSON.stringify(before)).toContain(`booking_confirmed:${other.orderId}`);
    expect(await erase(erased)).toMatchObject({ erased: true });
    expect([...(await others())]).toEqual(before);
    const own = await db.sql`
      select from public.outbox m join public.orders o on m.key = 'booking_confirmed:' || o.id
      where o.family_id = ${erased} and m.payload <> '{}'`;
    expect(own).toHaveLength(0);
  });

  test('the family’s own mails are deleted, whatever they are about', async () => {
    const session = await shop.makeSession(db, { capacity: 20 });
    const who = await makeParent(db, 'mailed@example.test');
    const { familyId } = await privacy.buyAs(db, 'mailed', session);
    await db.sql`update public.families set primary_parent_id = ${who.sub ?? ''} where id = ${familyId}`;
    const full = await waitlists.makeFullSession(db);
    await rpc(db, who, 'join_waitlist', { p_entry: waitlists.joinRequest({ session_id: full.session }) });
    await db.sql`
      insert into public.outbox (key, template, recipient, payload)
      select 'pass_expiring:' || id || ':3', 'pass_expiring', 'mailed@example.test', '{"a": 1}'::jsonb
      from public.passes where family_id = ${familyId}
      union all
      select 'session_reminder:' || gen_random_uuid() || ':' || ${familyId}::text, 'session_reminder', 'mailed@example.test', '{"a": 1}'::jsonb
      union all
      select 'payment_problem:in_1:1', 'payment_problem', 'mailed@example.test', jsonb_build_object('manage_token',
        private.make_order_link(id, 'manage', 'mailed@example.test')) from public.orders where family_id = ${familyId}`;
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${familyId}`;
    await erase(familyId);
    const left = await db.sql`
      select key from public.outbox where payload <> '{}' and (recipient = 'mailed@example.test' or key like '%' || ${familyId} || '%')`;
    expect([...left]).toEqual([]);
  });
});

describe('entitlements of a family that is erased', () => {
  const readOutstanding = async (familyId: string) => {
    const { code, field, detail } = await refusal(erase(familyId));
    return { code, field, owed: JSON.parse(detail ?? '[]') as Record<string, unknown>[] };
  };
  const readFamily = async (orderId: string) =>
    (await db.sql<[{ family_id: string }]>`select family_id from public.orders where id = ${orderId}`)[0]
      .family_id;

  test('erasing is refused after a late payment without a choice, whose link works until the choice is made', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(12), 1);
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }], {
      isLate: true,
      beforePayment: () => shop.hold(db, session_id),
    });
    const who = await makeParent(db, 'late@example.test');
    const child = await saveChild(db, who, { name: 'Lou', dob: '2018-05-01' });
    await db.sql`update public.orders set family_id = ${child.family_id} where id = ${bought.orderId}`;
    expect(await readOutstanding(child.family_id)).toMatchObject({
      code: 'family_outstanding',
      field: 'p_accept_loss',
      owed: [{ kind: 'choice', cents: shop.term.price_cents }],
    });
    await rpc(db, visitor, 'choose_late', {
      p_access: await afterSale.readLink(db, bought.orderId),
      p_choice: { kind: 'refund' },
    });
    expect(await erase(child.family_id)).toMatchObject({ erased: true });
  });

  test('the family gives up credits of a pass only explicitly, and the audit log has how many', async () => {
    const session_id = await afterSale.makeSession(db, afterSale.dateIn(22), 1);
    const bought = await afterSale.buy(db, [{ offer_id: shop.term.id, session_id }]);
    const familyId = await readFamily(bought.orderId);
    await db.sql`update public.bookings set status = 'cancelled' where family_id = ${familyId}`;
    const credits = (await readOutstanding(familyId)).owed;
    expect(credits).toMatchObject([{ kind: 'credits', credits: expect.any(Number) as number }]);
    await erase(familyId, { p_accept_loss: true });
    const [entry] = await db.sql`
      select before from public.audit_log where action = 'erase' and row_key = ${familyId}`;
    expect(entry).toEqual({ before: { given_up: credits } });
  });
});
