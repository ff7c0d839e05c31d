import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { fullChild, fullProfile, makeParent, saveChild, saveProfile } from '#support/sql-details.ts';
import * as leads from '#support/sql-leads.ts';
import * as privacy from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import * as waitlists from '#support/sql-waitlists.ts';
import { makeUser, rpc } from '#support/sql.ts';

let db: TestDatabase;
/** A date one week ahead. After `makeOlder` has aged all rows, it lies in the past. */
let soon: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  soon = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
});
afterAll(() => db.drop());

const purge = () => privacy.purge(db);
/** Erases the families of the earlier tests. */
const startAnew = async () => {
  await privacy.makeOlder(db, '40 years');
  await purge();
};
const bookable = () => shop.makeSession(db, { capacity: 9, date: soon });

interface Family {
  mark: string;
  parent: Caller;
  familyId: string;
  childId: string;
}

/** Makes a parent with all details, and a purchase whose session is booked. */
async function makeFamily(mark: string): Promise<Family> {
  const parent = await makeParent(db, `${mark}@example.test`);
  const { familyId } = await privacy.buyAs(db, mark, await bookable());
  await db.sql`update public.families set primary_parent_id = ${parent.sub ?? ''} where id = ${familyId}`;
  await saveProfile(db, parent, fullProfile(mark));
  const child = await saveChild(db, parent, fullChild(mark));
  return { mark, parent, familyId, childId: child.id };
}

const books = async () => {
  const [row] = await db.sql`
    select (select jsonb_agg(jsonb_build_array(id, number, status, total_cents, family_id, paid_at) order by id) from public.orders) as orders,
      (select jsonb_agg(jsonb_build_array(id, order_id, price_cents, sessions) order by id) from public.order_lines) as lines,
      (select jsonb_agg(to_jsonb(t) order by id) from public.payments t) as payments,
      (select jsonb_agg(to_jsonb(t) order by id) from public.passes t) as passes,
      (select jsonb_agg(to_jsonb(t) - 'note' order by id) from public.credit_ledger t) as ledger,
      (select jsonb_agg(jsonb_build_array(id, session_id, child_id, family_id, status) order by id) from public.bookings t) as bookings`;
  return row;
};

describe('a family without any activity', () => {
  beforeEach(startAnew);

  test('it loses the parents’ health and the household’s lists after two years, and nothing else', async () => {
    await makeFamily('ibex');
    await privacy.makeOlder(db, '1 year 11 months');
    expect(await purge()).toMatchObject({ parent_details: 0 });
    await privacy.makeOlder(db, '3 months');
    expect(await purge()).toMatchObject({ parent_details: 2, idle_families: 0 });
    const found = await privacy.findMarkers(db, ['ibex']);
    expect(found.filter((column) => /health|behaviour|emergency|pickup/.test(column))).toEqual([]);
    expect(found).toEqual(
      expect.arrayContaining(['children.name', 'families.contact_email', 'profiles.address']),
    );
  });

  test('it is erased after seven years, and the books stay', async () => {
    await makeFamily('oryx');
    await privacy.makeOlder(db, '6 years 11 months');
    expect(await purge()).toMatchObject({ idle_families: 0 });
    expect(await privacy.findMarkers(db, ['oryx'])).toContain('auth.users.email');
    await privacy.makeOlder(db, '3 months');
    const before = await books();
    expect(await purge()).toMatchObject({ idle_families: 1 });
    expect(await privacy.findMarkers(db, ['oryx'])).toEqual([]);
    expect(await books()).toEqual(before);
    const [entry] = await db.sql`select actor, action from public.audit_log order by id desc limit 1`;
    expect(entry).toEqual({ actor: 'service_role', action: 'erase' });
    expect(await purge()).toMatchObject({ idle_families: 0 });
  });

  test('a guest’s family without an account is erased too', async () => {
    await privacy.buyAs(db, 'gnu', await bookable());
    await privacy.makeOlder(db, '7 years 1 month');
    await purge();
    expect(await privacy.findMarkers(db, ['gnu'])).toEqual([]);
  });

  test('erasing it changes nothing of another family under the same address', async () => {
    const { familyId } = await privacy.buyAs(db, 'koala', await bookable());
    await privacy.makeOlder(db, '7 years 1 month');
    const now = await privacy.buyAs(db, 'koala', await bookable());
    await leads.reserveSpot(db, { parent_name: 'koala', email: 'koala.buyer@example.test' });
    expect(await purge()).toMatchObject({ idle_families: 1 });
    const rows = await db.sql`
      select id, contact_name, erased_at is not null as erased from public.families where id in ${db.sql([familyId, now.familyId])}`;
    expect(rows).toContainEqual({ id: familyId, contact_name: 'Erased', erased: true });
    expect(rows).toContainEqual({ id: now.familyId, contact_name: 'koala Buyer', erased: false });
    expect(await privacy.findMarkers(db, ['koala'])).toEqual(
      expect.arrayContaining(['outbox.recipient', 'leads.name']),
    );
  });

  test('four parallel purges erase it once', async () => {
    for (let n = 0; n < 8; n++) await privacy.buyAs(db, `gecko${n}`, await bookable());
    await privacy.makeOlder(db, '8 years');
    const counts = await Promise.all([purge(), purge(), purge(), purge()]);
    expect(counts.reduce((sum, { idle_families: n }) => sum + (n ?? 0), 0)).toBe(8);
    expect(await privacy.findMarkers(db, ['gecko'])).toEqual([]);
  });
});

/** Each sign of life is the only thing that happens in seven years. */
const signs: [what: string, happen: (family: Family) => Promise<unknown>][] = [
  [
    'a sign-in',
    ({ parent }) => db.sql`update auth.users set last_sign_in_at = now() where id = ${parent.sub ?? ''}`,
  ],
  [
    'a session that goes on',
    ({ parent }) => db.sql`
      insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at)
      values (gen_random_uuid(), ${parent.sub ?? ''}, now() - interval '9 years', now(), now())`,
  ],
  ['a change', ({ parent }) => saveProfile(db, parent, { name: 'Newer' })],
  [
    'a change of a child',
    ({ parent, childId }) => saveChild(db, parent, { id: childId, name: 'Older', dob: '2018-05-01' }),
  ],
  [
    'a booking to come',
    async ({ familyId, childId }) => db.sql`
      insert into public.bookings (session_id, session_date, session_time, child_id, family_id, created_at)
      select id, session_date, session_time, ${childId}, ${familyId}, now() - interval '9 years'
      from public.sessions where id = ${await bookable()}`,
  ],
  [
    'a pass that is still good',
    ({ familyId }) =>
      privacy.backdate(db, `update public.passes set valid_until = now() where family_id = '${familyId}'`),
  ],
  [
    'a credit',
    ({ familyId }) => db.sql`
      insert into public.credit_ledger (pass_id, delta, reason)
      select id, 1, 'adjusted' from public.passes where family_id = ${familyId}`,
  ],
  [
    'an order',
    ({ familyId }) =>
      privacy.backdate(db, `update public.orders set paid_at = now() where family_id = '${familyId}'`),
  ],
  [
    'an entry on a waitlist',
    async ({ parent }) => {
      const { session } = await waitlists.makeFullSession(db);
      return rpc(db, parent, 'join_waitlist', { p_entry: waitlists.joinRequest({ session_id: session }) });
    },
  ],
  [
    'a consent',
    ({ parent, childId }) =>
      rpc(db, parent, 'record_consent', {
        p_purpose: 'photo',
        p_given: false,
        p_version: 2,
        p_child_id: childId,
      }),
  ],
];
test.each(signs)('%s counts as activity', async (_, happen) => {
  await startAnew();
  const [activeFamily, erasedFamily] = [await makeFamily('sloth'), await makeFamily('tapir')];
  await privacy.makeOlder(db, '7 years 1 month');
  await happen(activeFamily);
  await purge();
  const isErased = async ({ familyId }: Family) =>
    (await db.sql`select from public.families where id = ${familyId} and erased_at is not null`).length === 1;
  expect([await isErased(activeFamily), await isErased(erasedFamily)]).toEqual([false, true]);
});

test('an account without a family is deleted after two years, except a coach’s and an account that is used', async () => {
  await startAnew();
  const make = async (email: string, ...roles: string[]) => {
    const id = await makeUser(db, email, roles);
    await db.sql`
      insert into public.profile_health (profile_id, allergies) values (${id}, 'bees')`;
    return id;
  };
  const [idle, coach, used] = [
    await make('lone@example.test'),
    await make('c@example.test', 'coach'),
    await make('u@example.test'),
  ];
  await privacy.makeOlder(db, '2 years 1 day');
  await db.sql`update auth.users set last_sign_in_at = now() where id = ${used}`;
  expect(await purge()).toMatchObject({ idle_accounts: 1, parent_details: 1 });
  const left = await db.sql<{ id: string; health: boolean }[]>`
    select p.id, exists (select from public.profile_health where profile_id = p.id) as health
    from public.profiles p where p.id in ${db.sql([idle, coach, used])}`;
  expect(left).toContainEqual({ id: coach, health: false });
  expect(left).toContainEqual({ id: used, health: true });
  expect(left).toHaveLength(2);
});
