import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as passHelpers from '#support/sql-passes.ts';
import * as privacy from '#support/sql-privacy.ts';
import { mergeFamilies } from '#support/sql-people.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
beforeAll(async () => {
  db = await createDatabase();
  await shop.publish(db);
  admin = signedIn(await makeUser(db, 'admin@example.test', ['admin']));
});
afterAll(() => db.drop());

/** Buys as a guest. The `mark` is part of the address and of the names of parent and child. */
const buyAsGuest = async (mark: string, session?: string) =>
  privacy.buyAs(db, mark, session ?? (await shop.makeSession(db)));
const link = (who: Caller) => rpc(db, who, 'link_purchases');
const merge = (from: string, into: string, who = admin) => mergeFamilies(db, who, from, into);
const addressOf = (mark: string) => `${mark}.buyer@example.test`;

/** Counts a family's rows in every table that refers to families. */
async function readRows(familyId: string): Promise<Record<string, number>> {
  const references = await db.sql<{ source: string; column: string }[]>`
    select source::text as source, source_column as column from private.references_to('public.families')`;
  const counts: Record<string, number> = {};
  for (const { source, column } of references) {
    const [row] = await db.sql.unsafe(
      `select count(*)::int as n from public.${source.replace('public.', '')} where ${column} = $1`,
      [familyId],
    );
    if (row?.n) counts[source.replace('public.', '')] = row.n as number;
  }
  return counts;
}

describe('linking guest purchases to a family', () => {
  test('everything of the guest moves into the family once, and the move is logged', async () => {
    const bought = await buyAsGuest('linka');
    const before = await readRows(bought.familyId);
    expect(before).toMatchObject({ orders: 1, children: 1, passes: 1, bookings: 1 });
    const who = await makeParent(db, addressOf('LinkA'.toLowerCase()));
    expect(await link(who)).toEqual({ linked: 1, orders: 1 });
    const [{ family_id: family }] = await db.sql<[{ family_id: string }]>`
      select family_id from public.profiles where id = ${who.sub ?? ''}`;
    // The child joins the account's family and exists only once.
    const expectedReads = { family_proposals: 1, profiles: 1 };
    expect(await readRows(family)).toEqual({ ...before, ...expectedReads });
    expect([...(await db.sql`select from public.families where id = ${bought.familyId}`)]).toEqual([]);
    const board = await rpc<{ totalCredits: number; upcomingBookings: unknown[] }>(
      db,
      who,
      'get_family_dashboard',
    );
    expect(board).toMatchObject({ totalCredits: 0, upcomingBookings: [{ family_id: family }] });
    const [entry] = await db.sql`
      select user_id, action, before from public.audit_log where table_name = 'families' and row_key = ${family}`;
    expect(entry).toEqual({ user_id: who.sub, action: 'merge', before: { family_id: bought.familyId } });
    expect(await link(who)).toEqual({ linked: 0, orders: 0 });
  });

  test('several purchases for the same child make one child with all its passes, which it can use', async () => {
    const home = await passHelpers.makeHome(db);
    await db.sql`update auth.users set email = ${addressOf('linkb')} where id = ${home.who.sub ?? ''}`;
    await saveChild(db, home.who, { id: home.childId, name: ' LINKB  child', dob: '2018-05-01' });
    const pass = await passHelpers.makePass(db, home, { credits: 2 });
    await buyAsGuest('linkb');
    await buyAsGuest('linkb');
    expect(await link(home.who)).toEqual({ linked: 2, orders: 2 });
    const children = await db.sql`select id from public.children where family_id = ${home.familyId}`;
    expect([...children]).toEqual([{ id: home.childId }]);
    const passes = await db.sql`select family_id from public.passes where child_id = ${home.childId}`;
    expect(passes).toHaveLength(3);
    expect(await passHelpers.bookSession(db, home, await shop.makeSession(db))).toMatchObject({
      pass_id: pass,
    });
  });

  test('two children who have spots in one session stay separate, and no spot is lost', async () => {
    const session = await shop.makeSession(db, { capacity: 2 });
    await buyAsGuest('linkc', session);
    await buyAsGuest('linkc', session);
    const who = await makeParent(db, addressOf('linkc'));
    expect(await link(who)).toEqual({ linked: 2, orders: 2 });
    const children = await db.as(who, (sql) => sql`select name from public.children`);
    expect(children).toHaveLength(2);
    expect(await shop.countSpotsTaken(db, session)).toBe(2);
  });

  test('linking needs a verified address, whatever is known under it', async () => {
    const bought = await buyAsGuest('linkd');
    const who = await makeParent(db, addressOf('linkd'), false);
    expect(await refusal(link(who))).toMatchObject({ code: 'email_not_verified' });
    expect(await refusal(link(await makeParent(db, 'nothing@example.test', false)))).toMatchObject({
      code: 'email_not_verified',
    });
    expect(await link(await makeParent(db, 'stranger@example.test'))).toEqual({ linked: 0, orders: 0 });
    expect(await sqlState(link(visitor))).toBe('42501');
    expect(await readRows(bought.familyId)).toMatchObject({ orders: 1 });
  });

  test('purchases that belong to another account are not linked, even if the contact has the address', async () => {
    const home = await passHelpers.makeHome(db);
    await db.sql`update public.families set contact_email = ${addressOf('linke')} where id = ${home.familyId}`;
    const who = await makeParent(db, addressOf('linke'));
    expect(await link(who)).toEqual({ linked: 0, orders: 0 });
  });

  test('linking succeeds from two tabs at once', async () => {
    for (const _ of [1, 2, 3]) await buyAsGuest('linkf');
    const who = await makeParent(db, addressOf('linkf'));
    const answers = await Promise.all([1, 2, 3, 4].map(() => link(who) as Promise<{ linked: number }>));
    expect(answers.reduce((sum, { linked }) => sum + linked, 0)).toBe(3);
  });

  test('what the family said about its child stays, and what the guest said is proposed', async () => {
    const home = await passHelpers.makeHome(db);
    await db.sql`update auth.users set email = ${addressOf('linkg')} where id = ${home.who.sub ?? ''}`;
    await saveChild(db, home.who, {
      id: home.childId,
      name: 'linkg Child',
      dob: '2018-05-01',
      health: { allergies: 'Nuts' },
    });
    const bought = await buyAsGuest('linkg');
    const [child] = await db.sql<
      [{ id: string }]
    >`select id from public.children where family_id = ${bought.familyId}`;
    await db.sql`insert into public.child_health (child_id, allergies) values (${child.id}, 'None')
      on conflict (child_id) do update set allergies = 'None'`;
    await db.sql`insert into public.emergency_contacts (family_id, child_id, position, name, phone)
      values (${bought.familyId}, ${child.id}, 1, 'Aunt', '+6561110002')`;
    await link(home.who);
    const details = await rpc(db, home.who, 'get_child_details', { p_child_id: home.childId });
    expect(details).toMatchObject({
      health: { allergies: 'Nuts' },
      emergency_contacts: [],
    });
    const proposed = await db.sql`
      select kind, value from public.family_proposals where family_id = ${home.familyId} and kind <> 'consent' order by kind`;
    expect(proposed).toMatchObject([
      { kind: 'emergency_contact', value: { name: 'Aunt' } },
      { kind: 'health', value: 'None' },
    ]);
  });

  test('linking while a credit is booked loses no spot and no credit', async () => {
    for (let round = 0; round < 3; round++) {
      const mark = `linkh${round}`;
      const bought = await buyAsGuest(mark);
      const [child] = await db.sql<
        [{ id: string }]
      >`select id from public.children where family_id = ${bought.familyId}`;
      const pass = await passHelpers.makePass(db, { childId: child.id, familyId: bought.familyId });
      const who = await makeParent(db, addressOf(mark));
      const session = await shop.makeSession(db);
      await Promise.all([link(who), passHelpers.bookSession(db, { who: admin, childId: child.id }, session)]);
      expect(await passHelpers.countCredits(db, pass)).toBe(3);
      const families = await db.sql`
        select distinct b.family_id = c.family_id as same from public.bookings b join public.children c on c.id = b.child_id
        where c.id = ${child.id}`;
      expect([...families]).toEqual([{ same: true }]);
    }
  });
});

describe('a merge by staff', () => {
  test('a merge keeps both parents', async () => {
    const [one, two] = [await passHelpers.makeHome(db), await passHelpers.makeHome(db)];
    const pass = await passHelpers.makePass(db, one);
    expect(await merge(one.familyId, two.familyId)).toEqual({
      family_id: two.familyId,
      orders: 0,
      children: 2,
    });
    for (const { who } of [one, two]) {
      const board = await rpc<{ totalCredits: number; children: unknown[] }>(db, who, 'get_family_dashboard');
      expect([board.totalCredits, board.children.length]).toEqual([4, 2]);
    }
    expect(await passHelpers.countCredits(db, pass)).toBe(4);
  });

  test('a merge with a third parent or an unknown family is refused', async () => {
    const [one, two, three] = [
      await passHelpers.makeHome(db),
      await passHelpers.makeHome(db),
      await passHelpers.makeHome(db),
    ];
    await merge(one.familyId, two.familyId);
    expect(await refusal(merge(three.familyId, two.familyId))).toMatchObject({
      code: 'family_full',
      field: 'p_into',
    });
    expect(await refusal(merge(one.familyId, two.familyId))).toMatchObject({
      code: 'family_not_found',
      field: 'p_from',
    });
    expect(await refusal(merge(two.familyId, randomUUID()))).toMatchObject({ field: 'p_into' });
    expect(await refusal(merge(two.familyId, two.familyId))).toMatchObject({ code: 'invalid_input' });
  });

  test('only admins can merge', async () => {
    const [one, two] = [await passHelpers.makeHome(db), await passHelpers.makeHome(db)];
    const coach = signedIn(await makeUser(db, 'coach@example.test', ['coach']));
    for (const who of [one.who, coach]) {
      expect(await refusal(merge(one.familyId, two.familyId, who))).toMatchObject({ code: 'not_allowed' });
    }
    expect(await sqlState(merge(one.familyId, two.familyId, visitor))).toBe('42501');
  });

  test('two opposite merges at once cause no deadlock', async () => {
    const [one, two] = [await passHelpers.makeHome(db), await passHelpers.makeHome(db)];
    const outcomes = await Promise.allSettled([
      merge(one.familyId, two.familyId),
      merge(two.familyId, one.familyId),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    expect(rejected?.reason).toMatchObject({ message: 'family_not_found' });
  });

  test('consents are moved to the family without being rewritten', async () => {
    const bought = await buyAsGuest('mergec');
    const home = await passHelpers.makeHome(db);
    const consents = () => db.sql`select id, purpose, version, given, created_at from public.consents
      where family_id in (${bought.familyId}, ${home.familyId}) and source <> 'merge' order by id`;
    const before = [...(await consents())];
    expect(before.length).toBeGreaterThan(1);
    await merge(bought.familyId, home.familyId);
    expect([...(await consents())]).toEqual(before);
    expect(
      await sqlState(db.sql`update public.consents set given = not given where family_id = ${home.familyId}`),
    ).toBe('23001');
    expect(
      await sqlState(db.sql`update public.consents set family_id = null where family_id = ${home.familyId}`),
    ).toBe('23001');
  });
});
