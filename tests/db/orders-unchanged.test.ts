import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { RecordedDetails } from '#contract/recorded-details.ts';
import type { Caller, TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { type ChildDetails, makeParent, saveChild, signedIn } from '#support/sql-details.ts';
import * as orders from '#support/sql-orders.ts';
import { childAged8, campLine } from '#support/sql-orders.ts';
import * as shop from '#support/sql-selling.ts';
import { makeUser, refusal, rpc, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
let camp: string;
let parent: Caller;
let kai: ChildDetails;
let mira: ChildDetails;
let families = 0;
beforeAll(async () => {
  db = await orders.openShop();
});
beforeEach(async () => {
  camp = await camps.makeCamp(db);
  families += 1;
  parent = await makeParent(db, `parent-${families}@example.test`);
  kai = await saveChild(db, parent, childAged8('Kai Tan', { health: { allergies: 'Peanuts' } }));
  mira = await saveChild(db, parent, childAged8('Mira Tan', { health: { answer: 'nothing' } }));
  await Promise.all(
    ['terms', 'marketing'].map((purpose) => recordConsent(purpose, null, purpose === 'terms')),
  );
  for (const { id } of [kai, mira])
    await Promise.all(ofChildren.map((purpose) => recordConsent(purpose, id)));
});
afterAll(() => db.drop());

const ofChildren = ['activity', 'liability', 'medical', 'photo'] as const;
const anyTime = expect.any(String) as string;
const unchanged = { unchanged: true };
const all = Object.fromEntries(['terms', 'marketing', ...ofChildren].map((purpose) => [purpose, unchanged]));

const recordConsent = (purpose: string, childId: string | null, given = true, who = parent) =>
  rpc(db, who, 'record_consent', {
    p_purpose: purpose,
    p_given: given,
    p_version: purpose === 'photo' ? 2 : 1,
    p_child_id: childId,
  });
const onRecord = async (who = parent) => v.parse(RecordedDetails, await rpc(db, who, 'get_recorded_details'));
const holdFor = (count: number, who: Caller = parent) =>
  orders.hold(
    db,
    {
      lines: Array.from({ length: count }, (_, child) => campLine(camp, { child })),
      children: Array.from({ length: count }, () => ({})),
    },
    who,
  );
const detailsOf = (names: string[], consents: object = all) =>
  orders.orderDetails(
    names.map((name) => childAged8(name, { health_unchanged: true })),
    { consents, signature: null },
  );
const readRefusal = async (names: string[], consents?: object, who?: Caller) =>
  refusal(shop.finalizeOrder(db, await holdFor(names.length, who), detailsOf(names, consents)));
const subOf = ({ sub = '' }: Caller) => sub;
/** The tables are append-only, so only the replica role can make their rows older. */
const age = (table: 'consents' | 'child_health', where: string) =>
  db.sql.begin(async (sql) => {
    await sql.unsafe('set local session_replication_role = replica');
    const column = table === 'consents' ? 'created_at' : 'answered_at';
    await sql.unsafe(`update public.${table} set ${column} = now() - interval '366 days' where ${where}`);
  });

describe('health and consents that are on record', () => {
  test('the parent sees what they themselves answered and agreed to, in their own words', async () => {
    expect(await onRecord()).toEqual({
      consents: { terms: true, marketing: false },
      children: [
        {
          name: 'Kai Tan',
          dob: '2081-05-01',
          health: { answered_at: anyTime, notes: ['Peanuts'] },
          consents: { activity: true, liability: true, medical: true, photo: true },
        },
        {
          name: 'Mira Tan',
          dob: '2081-05-01',
          health: { answered_at: anyTime, notes: [] },
          consents: { activity: true, liability: true, medical: true, photo: true },
        },
      ],
    });
    expect(await onRecord(signedIn(await makeUser(db, `none-${families}@example.test`)))).toEqual({
      consents: {},
      children: [],
    });
    expect(await sqlState(rpc(db, visitor, 'get_recorded_details'))).toBe('42501');
  });

  test('answers that are older than a year or were never given are left out, and a no stays', async () => {
    await recordConsent('photo', kai.id, false);
    await age('consents', `child_id = '${kai.id}'`);
    await age('child_health', `child_id = '${kai.id}'`);
    await db.sql`delete from public.child_health where child_id = ${mira.id}`;
    const { children } = await onRecord();
    expect(children).toMatchObject([
      { health: null, consents: { photo: false } },
      { health: null, consents: { activity: true } },
    ]);
    expect(Object.keys(children[0]?.consents ?? {})).toEqual(['photo']);
  });

  test('each consent shows whether it is asked again', async () => {
    await recordConsent('photo', kai.id, false);
    await age('consents', `child_id = '${kai.id}'`);
    const rows = await db.as(
      parent,
      (sql) => sql`
        select purpose, given, public.repeat_details_request(c) as repeat_details_request from public.consents c
        where child_id = ${kai.id} and purpose in ('photo', 'medical') order by id`,
    );
    expect(
      rows.map(({ given, repeat_details_request: again }) => [given as boolean, again as boolean]),
    ).toEqual(
      expect.arrayContaining([
        [true, true],
        [false, false],
      ]),
    );
  });

  test('consents to an earlier text are left out', async () => {
    const fresh = await orders.openShop();
    try {
      const who = await makeParent(fresh, 'parent@example.test');
      await saveChild(fresh, who, childAged8('Kai Tan'));
      const agree = { p_purpose: 'terms', p_given: true, p_version: 1 };
      await rpc(fresh, who, 'record_consent', agree);
      const terms = async () =>
        v.parse(RecordedDetails, await rpc(fresh, who, 'get_recorded_details')).consents;
      expect(await terms()).toEqual({ terms: true });
      await fresh.sql`
        insert into public.consent_texts (purpose, version, title, body)
        select purpose, 2, title, body || ' Again.' from public.consent_texts where purpose = 'terms'`;
      expect(await terms()).toEqual({});
    } finally {
      await fresh.drop();
    }
  });
});

describe('an empty box at the checkout', () => {
  const details = (consents: object) =>
    orders.orderDetails([childAged8('Kai Tan'), childAged8('Nora Tan')], {
      consents: { terms: true, activity: true, ...consents },
      signature: 'Mei Tan',
    });
  const latest = async (purpose: string) => {
    const rows = await db.sql<{ who: string; given: boolean }[]>`
      select distinct on (1) coalesce(k.name, 'parent') as who, c.given
      from public.consents c left join public.children k on k.id = c.child_id
      where c.purpose = ${purpose} and c.family_id = (select family_id from public.profiles where id = ${subOf(parent)})
        and k.name is distinct from 'Mira Tan'
      order by 1, c.created_at desc, c.id desc`;
    return Object.fromEntries(rows.map(({ who, given }) => [who, given]));
  };

  test.each([
    ['photo', { 'Kai Tan': true, 'Nora Tan': false }],
    ['medical', { 'Kai Tan': true, 'Nora Tan': false }],
    ['liability', { 'Kai Tan': true, 'Nora Tan': false }],
    ['marketing', { parent: true }],
  ])('never withdraws a recorded yes (%s), and is a no where there was none', async (purpose, expected) => {
    if (purpose === 'marketing') await recordConsent('marketing', null);
    await orders.payOrder(db, await holdFor(2), details({ [purpose]: false }));
    expect(await latest(purpose)).toEqual(expected);
    // A consent is recorded, also after a refusal.
    camp = await camps.makeCamp(db);
    await orders.payOrder(db, await holdFor(2), details({ [purpose]: true }));
    expect(new Set(Object.values(await latest(purpose)))).toEqual(new Set([true]));
  });

  test('leaves the camp photos of a child whose family said yes', async () => {
    const order = await holdFor(1);
    await orders.payOrder(db, order, detailsOf(['Kai Tan']));
    await db.sql`
      with photo as (
        insert into public.camp_photos (id, camp_id, day, path, others, expires_at)
        values (gen_random_uuid(), ${camp}, private.calendar_today(), ${'a'.repeat(32)} || '.jpg', 'none', 'infinity')
        returning id)
      insert into public.camp_photo_tags (photo_id, child_id, enrollment_id)
      select photo.id, ${kai.id}, e.id from photo, public.camp_enrollments e where e.camp_id = ${camp} and e.child_id = ${kai.id}`;
    const left = async () =>
      (await db.sql`select from public.camp_photo_tags where child_id = ${kai.id}`).length;
    expect(await left()).toBe(1);
    camp = await camps.makeCamp(db);
    await orders.payOrder(db, await holdFor(2), details({ photo: false }));
    expect(await left()).toBe(1);
    await recordConsent('photo', kai.id, false);
    expect(await left()).toBe(0);
  });
});

describe('the answer "nothing has changed"', () => {
  test('the answer records health and consents again for all children who come, with the same content', async () => {
    await db.sql`update public.child_health set answered_at = now() where child_id = ${kai.id}`;
    const [before] = await db.sql`select answered_at from public.child_health where child_id = ${kai.id}`;
    const order = await holdFor(2);
    expect(await orders.payOrder(db, order, detailsOf(['Kai Tan', 'Mira Tan']))).toBe('confirmed');
    const consents = await db.sql`
      select coalesce(k.name, 'parent') || ': ' || c.purpose || ' ' || c.given as said
      from public.consents c left join public.children k on k.id = c.child_id
      where c.order_id = ${await orders.readOrderId(db, order)}`;
    expect(consents.map((row) => String(row.said)).sort()).toEqual(
      [
        ...['Kai Tan', 'Mira Tan'].flatMap((name) => ofChildren.map((purpose) => `${name}: ${purpose} true`)),
        'parent: marketing false',
        'parent: terms true',
      ].sort(),
    );
    const [health] = await db.sql`
      select allergies, answered_at > ${before?.answered_at as Date} as confirmed
      from public.child_health where child_id = ${kai.id}`;
    expect(health).toEqual({ allergies: 'Peanuts', confirmed: true });
    // The order stores this answer, without a typed signature.
    const [stored] = await db.sql`
      select signature, consents -> 'terms' as terms from public.orders where secret = ${order.secret}`;
    expect(stored).toEqual({ signature: null, terms: { given: true, version: 1, unchanged: true } });
  });

  test('the answer is refused for a child that is not the family’s or is not known yet', async () => {
    const fault = { code: 'not_on_record', status: 409, field: 'children[0].health' };
    expect(await readRefusal(['Somebody Else'])).toMatchObject(fault);
    expect(await readRefusal(['Kai Tan'], all, visitor)).toMatchObject(fault);
    const other = await makeParent(db, `other-${families}@example.test`);
    await saveChild(db, other, childAged8('Kai Tan'));
    expect(await readRefusal(['Kai Tan'], all, other)).toMatchObject(fault);
  });

  test('the answer is refused if the earlier answers are too old or were never given', async () => {
    await age('child_health', `child_id = '${kai.id}'`);
    expect(await readRefusal(['Mira Tan', 'Kai Tan'])).toMatchObject({
      code: 'not_on_record',
      field: 'children[1].health',
    });
    await age('consents', `child_id = '${mira.id}' and purpose = 'medical'`);
    expect(await readRefusal(['Mira Tan'])).toMatchObject({
      code: 'not_on_record',
      field: 'consents.medical',
    });
    await age('consents', `user_id = '${subOf(parent)}' and purpose = 'terms'`);
    expect(await readRefusal(['Mira Tan'])).toMatchObject({ code: 'not_on_record', field: 'consents.terms' });
  });

  test('the answer does not turn a no into a yes: without the required consent, nobody may come', async () => {
    await recordConsent('activity', mira.id, false);
    expect(await readRefusal(['Mira Tan'])).toMatchObject({
      code: 'invalid_input',
      field: 'consents.activity',
    });
    // One answer counts for all children of an order, so an order for two is refused as well.
    expect(await readRefusal(['Kai Tan', 'Mira Tan'])).toMatchObject({
      code: 'not_on_record',
      field: 'consents.activity',
    });
  });

  test('the answer does not use the terms that the other parent agreed to', async () => {
    const second = await makeParent(db, `second-${families}@example.test`);
    await db.sql`update public.families set secondary_parent_id = ${subOf(second)} where id = ${kai.family_id}`;
    expect((await onRecord(second)).consents).toEqual({});
    expect((await onRecord(second)).children).toHaveLength(2);
  });
});
