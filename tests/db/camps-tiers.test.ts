import { hasNight, tiersWithNight } from '#contract/tiers.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import * as camps from '#support/sql-camps.ts';
import { rung, tierOffer } from '#support/sql-camps.ts';
import { makeUser, refusal, service, sqlState, visitor } from '#support/sql.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const good = tierOffer('spark').details as Record<string, unknown> & {
  sibling_rebate: object;
  transport: object[];
};
const [door] = good.transport;
const faults: [what: string, details: Record<string, unknown>, field: string][] = [
  ['a tier in words', { tier: 'Trail Week' }, 'tier'],
  ['no tier', { tier: null }, 'tier'],
  ['no days', { days: 0 }, 'days'],
  ['half a day', { days: 2.5 }, 'days'],
  ['an empty level', { level: '' }, 'level'],
  ['no teams', { teams: [] }, 'teams'],
  ['an unknown team', { teams: ['red', 'green'] }, 'teams'],
  ['a team twice', { teams: ['red', 'red'] }, 'teams'],
  ['teams as text', { teams: 'red' }, 'teams'],
  ['no youngest age', { min_age: null }, 'min_age'],
  ['ages the wrong way round', { min_age: 12, max_age: 7 }, 'max_age'],
  ['no bases', { bases: null }, 'bases'],
  ['a base in words', { bases: ['East Coast'] }, 'bases'],
  ['no list of rungs', { rungs: null }, 'rungs'],
  ['a rung as number', { rungs: [1] }, 'rungs[0]'],
  ['a rung without id', { rungs: [{ ...rung('a', 1), id: null }] }, 'rungs[0].id'],
  ['a rung called listed', { rungs: [rung('listed', 100)] }, 'rungs[0].id'],
  ['a rung twice', { rungs: [rung('a', 100), rung('a', 200)] }, 'rungs[0].id'],
  ['a rung for nothing', { rungs: [rung('a', 0)] }, 'rungs[0].price_cents'],
  ['a negative rung', { rungs: [rung('a', -100)] }, 'rungs[0].price_cents'],
  ['half a cent', { rungs: [rung('a', 100.5)] }, 'rungs[0].price_cents'],
  ['rungs that fall', { rungs: [rung('a', 200), rung('b', 100)] }, 'rungs[1].price_cents'],
  ['rungs that stand', { rungs: [rung('a', 200), rung('b', 200)] }, 'rungs[1].price_cents'],
  ['a rung that saves nothing', { rungs: [rung('a', 59000)] }, 'rungs[0].price_cents'],
  ['no place', { rungs: [rung('a', 100, { places: 0 })] }, 'rungs[0].places'],
  ['a day without time', { rungs: [rung('a', 100, { deadline: '2026-12-01' })] }, 'rungs[0].deadline'],
  [
    'a moment without zone',
    { rungs: [rung('a', 100, { deadline: '2026-12-01T10:00:00' })] },
    'rungs[0].deadline',
  ],
  [
    'the 31st of June',
    { rungs: [rung('a', 100, { deadline: '2026-06-31T10:00:00Z' })] },
    'rungs[0].deadline',
  ],
  ['closed as text', { rungs: [{ ...rung('a', 100), closed: 'yes' }] }, 'rungs[0].closed'],
  ['a rebate above the price', { sibling_rebate: { cents: 49000, places: null } }, 'sibling_rebate.cents'],
  ['a rebate as number', { sibling_rebate: 5000 }, 'sibling_rebate.cents'],
  ['a rebate without place', { sibling_rebate: { cents: 1, places: 0 } }, 'sibling_rebate.places'],
  ['no list of transport', { transport: null }, 'transport'],
  ['a transport twice', { transport: [door, door] }, 'transport[0].id'],
  ['a transport without title', { transport: [{ ...door, title: '' }] }, 'transport[0].title'],
  ['a transport that pays', { transport: [{ ...door, price_cents: -1 }] }, 'transport[0].price_cents'],
  ['a day that ends before it starts', { extended_day: { start: '17:00', end: '08:30' } }, 'extended_day'],
  ['an odd time', { extended_day: { start: '8:30', end: '17:00' } }, 'extended_day'],
];

test.each(faults)('publishing refuses %s and changes nothing', async (_, details, field) => {
  await camps.publish(db, tierOffer('spark'));
  const call = camps.publish(db, tierOffer('spark', details));
  expect(await refusal(call)).toMatchObject({
    code: 'invalid_input',
    status: 400,
    field: `p_offers[2].details.${field}`,
  });
  const [row] = await db.sql`select details from public.offers where id = 'tier-spark'`;
  expect(row).toEqual({ details: good });
  // A check of the table refuses these details too, even if they do not come from a publication.
  const write = db.sql`update public.offers set details = details || ${JSON.stringify(details)}::text::jsonb where id = 'tier-spark'`;
  expect(await sqlState(write)).toBe('23514');
});

test('a tier is what is published as one, and stays one while its camps are not over', async () => {
  const tiers = async () => {
    const [row] = await db.sql<[{ tiers: string[] }]>`select private.tiers() as tiers`;
    return row.tiers;
  };
  const trail = tierOffer('spark', { tier: 'trail-week', days: 6, rungs: [] }, { id: 'tier-trail' });
  await camps.publish(db, tierOffer('epic'), trail, tierOffer('spark'));
  expect(await tiers()).toEqual(['spark', 'epic', 'trail-week']);
  await camps.publish(db, tierOffer('epic'), tierOffer('spark'));
  expect(await tiers()).toEqual(['spark', 'epic']);
});

test('children stay overnight on the tiers of the contract, and on no tier that marketing adds', async () => {
  expect(tiersWithNight).toEqual(['epic']);
  for (const tier of ['spark', 'ignite', 'epic', 'trail-week']) {
    const [sql] = await db.sql<[{ night: boolean }]>`select private.has_night(${tier}) as night`;
    expect(sql.night, tier).toBe(hasNight(tier));
  }
});

test('publishing refuses two documents for one tier, and unknown kinds', async () => {
  const twice = camps.publish(
    db,
    tierOffer('spark'),
    tierOffer('epic'),
    tierOffer('spark', {}, { id: 'tier-other' }),
  );
  expect(await refusal(twice)).toMatchObject({ code: 'invalid_input', field: 'p_offers[4].details.tier' });
  const unknownKind = camps.publish(db, Object.assign(tierOffer('spark'), { kind: 'raffle' }));
  expect(await refusal(unknownKind)).toMatchObject({ code: 'invalid_input', field: 'p_offers[2].kind' });
});

test('the other kinds of offer are published too, with the details that they need', async () => {
  const base = { currency: 'SGD', revision: 'r', cancellation: null, updated_at: '2026-01-01T00:00:00Z' };
  const offer = (kind: string, details: object) => ({
    ...base,
    id: kind,
    kind,
    title: kind,
    price_cents: 19700,
    details,
  });
  const pass = { pass_id: 'annual', sessions: 40, validity_days: 270, checkout_type: 'x-term-pass' };
  await camps.publish(
    db,
    offer('holiday_package', { days: 5 }),
    offer('birthday_package', { guests: 12, minutes: 120 }),
    offer('team_pass', pass),
  );
  const rows = await db.sql`select kind from public.offers where active and kind <> 'pass' order by kind`;
  expect(rows.map((row) => row['kind'] as string)).toEqual([
    'birthday_package',
    'holiday_package',
    'team_pass',
  ]);
  for (const [kind, details, field] of [
    ['team_pass', { ...pass, sessions: null }, 'sessions'],
    ['holiday_package', { days: 'five' }, 'days'],
    ['birthday_package', { guests: 0 }, 'guests'],
  ] as const) {
    expect(await refusal(camps.publish(db, offer(kind, details)))).toMatchObject({
      code: 'invalid_input',
      field: `p_offers[2].details.${field}`,
    });
  }
});

describe('check_published_tiers', () => {
  let admin: { role: 'authenticated'; sub: string };
  beforeAll(async () => {
    admin = { role: 'authenticated', sub: await makeUser(db, 'check@example.test', ['admin']) };
  });
  beforeEach(() => db.sql`delete from public.camp_weeks`);
  const check = (who: Parameters<TestDatabase['as']>[0] = admin) =>
    db.as(who, async (sql) => [
      ...(await sql`select tier, problem, details from public.check_published_tiers()`),
    ]);

  test('the check finds nothing in the tiers of the specification, whose first rungs are sold out', async () => {
    const closed = { closed: true };
    await camps.publish(
      db,
      tierOffer('spark', { rungs: [rung('first', 49000, closed), rung('second', 54900)] }),
      tierOffer('ignite', { rungs: [rung('first', 69000, closed), rung('second', 79000)] }),
      tierOffer('epic', { rungs: [rung('first', 89000, closed), rung('second', 99000)] }),
    );
    for (const tier of ['spark', 'ignite', 'epic'] as const) await camps.makeCamp(db, { tier });
    expect(await check()).toEqual([]);
  });

  test('the check finds two tiers with overlapping prices, to the cent', async () => {
    const epicFrom = (cents: number) =>
      camps.publish(db, tierOffer('ignite'), tierOffer('epic', { rungs: [rung('first', cents)] }));
    await epicFrom(89201);
    expect(await check()).toEqual([]);
    await epicFrom(89200);
    expect(await check()).toEqual([
      { tier: 'epic', problem: 'prices_overlap', details: { with: 'ignite', days: 5 } },
    ]);
  });

  test('the check finds camps that do not fit their tier', async () => {
    await camps.publish(
      db,
      tierOffer('spark', { bases: ['bishan'] }),
      tierOffer('ignite', { teams: ['black'] }),
    );
    await camps.makeCamp(db, { tier: 'spark', days: 4, base: 'bishan' });
    await camps.makeCamp(db, { tier: 'spark', base: 'east-coast' });
    await camps.makeCamp(db, { tier: 'ignite' });
    await camps.makeCamp(db, { tier: 'epic' });
    await camps.makeCamp(db, { tier: 'epic', active: false });
    await camps.makeCamp(db, { tier: 'epic', start: '2020-01-06' });
    expect(await check()).toEqual([
      { tier: 'epic', problem: 'tier_not_published', details: null },
      { tier: 'ignite', problem: 'teams_differ', details: { camp: ['red', 'black'], tier: ['black'] } },
      { tier: 'spark', problem: 'base_not_offered', details: { camp: 'east-coast', tier: ['bishan'] } },
      { tier: 'spark', problem: 'days_differ', details: { camp: 4, tier: 3 } },
    ]);
  });

  test('the check answers only admins and the service', async () => {
    const coach = { role: 'authenticated', sub: await makeUser(db, 'no@example.test', ['coach']) } as const;
    expect(await refusal(check(coach))).toMatchObject({ code: 'not_allowed', status: 403 });
    expect(await sqlState(check(visitor))).toBe('42501');
    await expect(check(service)).resolves.toBeDefined();
  });
});
