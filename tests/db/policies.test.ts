import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type Cast, makeCast } from '../support/sql-people.ts';
import * as x from '../support/sql.ts';

let db: TestDatabase;
let cast: Cast;
beforeAll(async () => {
  db = await createDatabase();
  cast = await makeCast(db);
});
afterAll(() => db.drop());

type Part = keyof Cast['callers'];
const parts: Part[] = ['visitor', 'parent', 'other parent', 'coach', 'admin', 'business admin', 'service'];

/** A condition: exactly these rows are seen. */
type Seen = 'denied' | ((cast: Cast) => string);
const all: Seen = () => 'true';
const none: Seen = () => 'false';
const mine = (column: string): Pick<Record<Part, Seen>, 'parent' | 'other parent'> => ({
  parent: ({ familyId }) => `${column} = '${familyId}'`,
  'other parent': ({ otherFamilyId }) => `${column} = '${otherFamilyId}'`,
});
const ownAccount = (column: string): Pick<Record<Part, Seen>, 'parent' | 'other parent' | 'coach'> => ({
  parent: ({ callers }) => `${column} = '${callers.parent.sub}'`,
  'other parent': ({ callers }) => `${column} = '${callers['other parent'].sub}'`,
  coach: ({ callers }) => `${column} = '${callers.coach.sub}'`,
});
const ordersOf = (familyId: string) => `(select id from public.orders where family_id = '${familyId}')`;
const passesOf = (familyId: string) => `(select id from public.passes where family_id = '${familyId}')`;

/** Who sees which rows. What is not said: visitors are denied, parents and coaches see none, admins and the service all. */
const reads: Record<string, Partial<Record<Part, Seen>>> = {
  settings: {},
  rate_limits: closed(),
  profiles: ownAccount('id'),
  user_roles: ownAccount('user_id'),
  families: mine('id'),
  children: { ...mine('family_id'), coach: ({ childId }) => `id = '${childId}'` },
  locations: signedIn(),
  coaches: signedIn(),
  class_types: { ...signedIn(), visitor: all },
  session_templates: {},
  sessions: signedIn(),
  bookings: {
    ...mine('family_id'),
    coach: ({ today }) => `session_date = '${today}' and status = 'booked'`,
  },
  offers: {
    visitor: () => 'active',
    parent: () => 'active',
    'other parent': () => 'active',
    coach: () => 'active',
  },
  orders: mine('family_id'),
  order_lines: {
    parent: ({ familyId }) => `order_id in ${ordersOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `order_id in ${ordersOf(otherFamilyId)}`,
  },
  holds: {},
  checkout_attempts: closed(),
  passes: mine('family_id'),
  credit_ledger: {
    parent: ({ familyId }) => `pass_id in ${passesOf(familyId)}`,
    'other parent': ({ otherFamilyId }) => `pass_id in ${passesOf(otherFamilyId)}`,
  },
  outbox: closed(),
  payments: {},
  payment_events: closed(),
  payment_decisions: {},
};

function closed(): Record<Exclude<Part, 'service'>, Seen> {
  return {
    visitor: 'denied',
    parent: 'denied',
    'other parent': 'denied',
    coach: 'denied',
    admin: 'denied',
    'business admin': 'denied',
  };
}
function signedIn(): Record<'parent' | 'other parent' | 'coach', Seen> {
  return { parent: all, 'other parent': all, coach: all };
}
const usual: Record<Part, Seen> = {
  visitor: 'denied',
  parent: none,
  'other parent': none,
  coach: none,
  admin: all,
  'business admin': all,
  service: all,
};

const cases = Object.entries(reads).flatMap(([table, row]) =>
  parts.map((part) => [part, table, row[part] ?? usual[part]] as const),
);

const idsOf = (sql: TestDatabase['sql'], table: string, key: string, where: string) =>
  sql.unsafe(`select ${key} as key from public.${table} where ${where} order by 1`);

test('the matrix names every table', async () => {
  const tables = await db.sql<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(reads).sort());
});

test("every table has rows to see, and what is private is not all one family's", async () => {
  for (const table of Object.keys(reads)) expect.soft(await x.countRows(db, table), table).toBeGreaterThan(0);
  for (const table of [
    'families',
    'children',
    'bookings',
    'orders',
    'order_lines',
    'passes',
    'credit_ledger',
  ]) {
    for (const part of ['parent', 'other parent'] as const) {
      const seen = reads[table]?.[part];
      const where = typeof seen === 'function' ? seen(cast) : 'false';
      const own = await idsOf(db.sql, table, '1', where);
      expect.soft(own.length, `${part}: ${table}`).toBeGreaterThan(0);
      expect.soft(own.length, `${part}: ${table}`).toBeLessThan(await x.countRows(db, table));
    }
  }
});

/** A key of each table that everybody who may read it may read. */
const keys: Record<string, string> = {
  user_roles: 'user_id || role::text',
  holds: 'order_line_id',
  checkout_attempts: 'order_id || attempt::text',
  payment_events: 'event_id',
  rate_limits: 'key_hash',
};

test.each(cases)('read: %s, %s', async (part, table, seen) => {
  const key = keys[table] ?? 'id';
  const read = db.as(cast.callers[part], (sql) =>
    idsOf(sql as unknown as TestDatabase['sql'], table, key, 'true'),
  );
  if (seen === 'denied') {
    expect(await x.sqlState(read)).toBe('42501');
  } else {
    expect([...(await read)]).toEqual([...(await idsOf(db.sql, table, key, seen(cast)))]);
  }
});

describe('no role writes a table, except as said below', () => {
  const columns: Record<string, string> = {
    profiles: 'family_id',
    user_roles: 'role',
    holds: 'expires_at',
    checkout_attempts: 'params',
    payment_events: 'event_type',
    rate_limits: 'hits',
    children: 'current_level',
  };
  const writes = Object.keys(reads).flatMap((table) => parts.map((part) => [part, table] as const));

  test.each(writes)('%s, %s', async (part, table) => {
    const column = columns[table] ?? 'id';
    const statements = [
      // Inserting children is said below; their level is nobody's to choose.
      `insert into public.${table} (${column}) values (null)`,
      `update public.${table} set ${column} = ${column}`,
      `delete from public.${table}`,
      `truncate public.${table} cascade`,
    ];
    for (const statement of statements) {
      expect
        .soft(await x.sqlState(db.as(cast.callers[part], (sql) => sql.unsafe(statement))), statement)
        .toBe('42501');
    }
  });
});

describe('what people may write', () => {
  const profileChanges: [Part, 'parent' | 'coach', number | '42501'][] = [
    ['visitor', 'parent', '42501'],
    ['parent', 'parent', 1],
    ['other parent', 'parent', 0],
    ['coach', 'parent', 0],
    ['coach', 'coach', 1],
    ['admin', 'parent', 0],
    ['business admin', 'parent', 0],
    ['service', 'parent', '42501'],
  ];
  test.each(profileChanges)('%s changes the name and phone of the %s: %s', async (part, whose, outcome) => {
    const id = whose === 'parent' ? cast.parentId : cast.coachId;
    const change = db.as(cast.callers[part], async (sql) => {
      const { count } =
        await sql`update public.profiles set name = 'New', phone = '+6581234567' where id = ${id}`;
      return count;
    });
    if (outcome === '42501') expect(await x.sqlState(change)).toBe(outcome);
    else expect(await change).toBe(outcome);
  });

  const childChanges: [Part, 'own' | "other family's", 'allowed' | 'refused'][] = [
    ['visitor', 'own', 'refused'],
    ['parent', 'own', 'allowed'],
    ['parent', "other family's", 'refused'],
    ['other parent', 'own', 'refused'],
    ['other parent', "other family's", 'allowed'],
    ['coach', 'own', 'refused'],
    ['admin', 'own', 'refused'],
    ['business admin', 'own', 'refused'],
    ['service', 'own', 'refused'],
  ];
  test.each(childChanges)(
    '%s adds and changes a child of the %s family: %s',
    async (part, whose, outcome) => {
      const [family, child] =
        whose === 'own' ? [cast.familyId, cast.childId] : [cast.otherFamilyId, cast.otherChildId];
      const undo = new Error('undo');
      const insert = db.as(cast.callers[part], async (sql) => {
        await sql`insert into public.children (family_id, name, dob) values (${family}, 'New', '2019-01-01')`;
        throw undo;
      });
      const update = db.as(cast.callers[part], async (sql) => {
        const { count } = await sql`update public.children set name = 'Renamed' where id = ${child}`;
        if (count === 0) throw new Error('not found');
        throw undo;
      });
      const [inserted, updated] = await Promise.all([
        insert.catch((e: unknown) => e),
        update.catch((e: unknown) => e),
      ]);
      if (outcome === 'allowed') {
        expect([inserted, updated]).toEqual([undo, undo]);
      } else {
        expect(inserted).toMatchObject({ code: '42501' });
        expect([expect.objectContaining({ code: '42501' }), new Error('not found')]).toContainEqual(updated);
      }
    },
  );
});
