import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import {
  fullChild,
  fullProfile,
  makeParent,
  saveChild,
  saveProfile,
  signedIn,
} from '#support/sql-details.ts';
import * as leads from '#support/sql-leads.ts';
import * as privacy from '#support/sql-privacy.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, service } from '#support/sql.ts';

let db: TestDatabase;
const people = {} as Record<'parent' | 'second' | 'other' | 'admin' | 'coach', Caller>;
let familyId: string;
let secret: string;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  const session = await shop.makeSession(db, { capacity: 9 });
  people.admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
  people.coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
  for (const [part, mark] of [
    ['parent', 'zebra'],
    ['other', 'lemur'],
  ] as const) {
    const who = (people[part] = await makeParent(db, `${mark}@example.test`));
    const bought = await privacy.buyAs(db, mark, session);
    await db.sql`update public.families set primary_parent_id = ${who.sub ?? ''} where id = ${bought.familyId}`;
    await saveProfile(db, who, fullProfile(mark));
    const child = await saveChild(db, who, fullChild(mark));
    await rpc(db, who, 'record_consent', {
      p_purpose: 'photo',
      p_given: true,
      p_version: 2,
      p_child_id: child.id,
    });
    await leads.reserveSpot(db, { parent_name: `${mark} lead`, email: `${mark}@example.test` });
    // Another person typed this family's address at a checkout, so the address does not prove whose it is.
    await leads.reserveSpot(db, {
      parent_name: `foreign ${mark}`,
      email: `${mark}.buyer@example.test`,
      whatsapp: '+6598760000',
    });
    if (part === 'parent') ({ familyId, secret } = bought);
  }
  people.second = await makeParent(db, 'zebra.two@example.test');
  const { token } = await rpc<{ token: string }>(db, people.parent, 'invite_parent', {
    p_email: 'zebra.two@example.test',
  });
  await rpc(db, people.second, 'accept_invitation', { p_token: token });
});
afterAll(() => db.drop());

const exportOf = (who: Caller, id: string | null = null) =>
  rpc<Record<string, unknown>>(db, who, 'export_family', { p_family_id: id });

test('the export has everything that the family entered, and nothing of others', async () => {
  const text = JSON.stringify(await exportOf(people.parent));
  const textsOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : typeof value === 'object' && value
        ? Object.values(value).flatMap(textsOf)
        : [];
  const words = [...textsOf(fullChild('zebra')), ...textsOf(fullProfile('zebra'))];
  expect(words.length).toBeGreaterThan(40);
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
  for (const mark of [
    'zebra Buyer',
    'zebra Child',
    'zebra.two@example.test',
    'zebra lead',
    'pass-tryout',
    'Photos and videos',
  ]) {
    expect.soft(text).toContain(mark);
  }
  expect(text).not.toMatch(/lemur|foreign/);
});

test('the export has the reserved spot, and the open decision about a payment', async () => {
  const [order] = await db.sql<[{ id: string }]>`select id from public.orders where family_id = ${familyId}`;
  await db.sql`
    insert into public.payment_decisions (kind, payment_id, order_id, details)
    select 'mismatch', id, order_id, '{"expected_cents": 1}' from public.payments where order_id = ${order.id}`;
  const all = await exportOf(people.parent);
  await db.sql`delete from public.payment_decisions`;
  expect(all).toMatchObject({
    leads: [{ spot_reservation: { parent_name: 'zebra lead' } }],
    orders: [{ decisions: [{ kind: 'mismatch', status: 'open', details: { expected_cents: 1 } }] }],
  });
  expect(JSON.stringify(all)).not.toContain('resolved_by');
});

test('the export has the purchases with amounts, without secrets and hashes', async () => {
  const all = await exportOf(people.parent);
  expect(all).toMatchObject({
    orders: [
      {
        status: 'paid',
        total_cents: 3800,
        lines: [{ title: 'pass-tryout', paid_after_changes_cents: 3800 }],
        payments: [{ amount_cents: 3800 }],
      },
    ],
    passes: [{ title: 'pass-tryout', credits: [{ delta: 1 }, { delta: -1 }] }],
    bookings: [{ status: 'booked', location: 'Somerset' }],
  });
  const text = JSON.stringify(all);
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/client_hash|token_hash|"token"/);
});

test('the export is the same for both parents, by default and by id, except for their own health', async () => {
  const plain = async (who: Caller, id?: string) => {
    const all = (await exportOf(who, id)) as { parents: { id: string; health: unknown }[] };
    return { ...all, exported_at: null, parents: all.parents.map((one) => ({ ...one, health: null })) };
  };
  const mine = await plain(people.parent);
  expect(await plain(people.second)).toEqual(mine);
  expect(await plain(people.parent, familyId)).toEqual(mine);
});

test('the export gives neither parent the other’s health', async () => {
  const whose = async (who: Caller) => {
    const { parents } = (await exportOf(who, familyId)) as {
      parents: { id: string; health: object | null }[];
    };
    return parents.flatMap(({ id, health }) => (health ? id : []));
  };
  expect(await whose(people.parent)).toEqual([people.parent.sub]);
  expect(await whose(people.second)).toEqual([]);
  await saveProfile(db, people.second, { name: 'Z', health: { allergies: 'bees' } });
  expect(await whose(people.second)).toEqual([people.second.sub]);
  expect(await whose(service)).toHaveLength(2);
});

describe('other callers', () => {
  const healthy = async () => {
    const [row] = await db.sql<[{ n: number }]>`
      select count(*) as n from public.child_health h join public.children c on c.id = h.child_id
      where c.family_id = ${familyId}`;
    return row.n;
  };
  // The log entries of the earlier tests are deleted.
  beforeAll(async () => {
    await privacy.backdate(db, 'delete from public.access_log');
  });
  test.each(['admin', 'service'] as const)(
    '%s may export a family, which is logged, and the family sees that',
    async (part) => {
      const who = part === 'service' ? service : people[part];
      expect(await exportOf(who, familyId)).toMatchObject({ family: { id: familyId } });
      const entries = await db.sql<{ accessed_table: string; children: number }[]>`
        select accessed_table, count(child_id) as children from public.access_log
        where user_id is not distinct from ${who === service ? null : (people.admin.sub ?? '')}
          and access_type = 'export' and family_id = ${familyId} group by 1 order by 1`;
      // The log has an entry for every kind of health in the export, and names children by id.
      expect([...entries]).toEqual([
        { accessed_table: 'child_health', children: await healthy() },
        { accessed_table: 'families', children: 0 },
        { accessed_table: 'profile_health', children: 0 },
      ]);
      const { access_log: log } = await exportOf(people.parent);
      expect(log).toContainEqual(
        expect.objectContaining({ accessed_table: 'families', access_type: 'export' }),
      );
    },
  );

  test('first aid counts as health too, even for a child with no other health data', async () => {
    const { id } = await saveChild(db, people.parent, { name: 'Yak', dob: '2018-05-01' });
    await db.sql`
      insert into public.first_aid_log (id, child_id, session_id, day, happened_at, injury, treatment, parent_informed_at)
      select gen_random_uuid(), ${id}, s.id, s.session_date, s.starts_at, 'Knee', 'Plaster', now() from public.sessions s limit 1`;
    const looks = () => db.sql`
      select user_id, access_type from public.access_log where accessed_table = 'child_health' and child_id = ${id}`;
    expect(await looks()).toHaveLength(0);
    expect(await exportOf(people.admin, familyId)).toMatchObject({ first_aid_log: [{ injury: 'Knee' }] });
    expect([...(await looks())]).toEqual([{ user_id: people.admin.sub, access_type: 'export' }]);
  });

  test('nobody else may export a family, and a user without a family has no export', async () => {
    for (const [who, id] of [
      [people.other, familyId],
      [people.coach, familyId],
      [people.coach, null],
      [people.admin, null],
      [service, null],
    ] as const) {
      expect(await refusal(exportOf(who, id))).toMatchObject({ code: 'family_not_found', status: 404 });
    }
  });
});

test('the export of an account with an unverified address has nothing that was bought under it', async () => {
  const unverified = await makeParent(db, 'sly@example.test', false);
  await leads.reserveSpot(db, { parent_name: 'the true owner', email: 'sly@example.test' });
  await saveChild(db, unverified, { name: 'S', dob: '2018-05-01' });
  const readLeads = async () => (await exportOf(unverified)).leads;
  expect(await readLeads()).toEqual([]);
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${unverified.sub ?? ''}`;
  expect(await readLeads()).toMatchObject([{ name: 'the true owner' }]);
});
