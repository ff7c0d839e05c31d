import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { readRateLimit } from '#support/sql-leads.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { assignAsCoach } from '#support/sql-roster.ts';
import * as shop from '#support/sql-selling.ts';
import { refusal, rpc, service, sqlState, stopCalendar, visitor } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
interface RosterSession {
  session_id: string | null;
  mine: boolean;
  children: Record<string, unknown>[];
}

/** Returns the rows that `work` adds to the access log. */
async function readLogged(work: () => Promise<unknown>) {
  const [last] = await db.sql<[{ id: number }]>`select coalesce(max(id), 0) as id from public.access_log`;
  await work();
  const rows = await db.sql`
    select user_id, accessed_table, access_type, child_id, family_id, user_context, reported
    from public.access_log where id > ${last.id} order by id`;
  return [...rows];
}
const entry = (part: Role, type: string, table = 'child_health') => ({
  user_id: people.callers[part].sub,
  accessed_table: table,
  access_type: type,
  child_id: people.childId,
  family_id: people.familyId,
  user_context: table === 'child_health' && type === 'roster' ? (expect.any(Object) as object) : {},
  reported: false,
});

test.each(['coach', 'admin', 'business admin'] as const)(
  '%s gets today’s roster with allergies and collectors, and no other details, and each child is logged',
  async (part) => {
    const roster = await rpc<RosterSession[]>(db, people.callers[part], 'get_todays_roster');
    // The log has one entry per session or camp and day, however often the roster was read before.
    const entries = await db.sql`
      select user_id, accessed_table, access_type, child_id, family_id, user_context, reported from public.access_log
      where user_id = ${people.callers[part].sub ?? null} and access_type = 'roster' order by id`;
    // One of these is a class, and the other is a camp.
    const full = roster.filter(({ children }) => children.length > 0);
    expect(full).toHaveLength(2);
    expect(full.find(({ session_id }) => session_id !== null)?.children).toEqual([
      {
        booking_id: expect.any(String) as string,
        enrollment_id: null,
        child_id: people.childId,
        // Only the office can open the family's page.
        family_id: part === 'coach' ? null : people.familyId,
        photo_consent: 'yes',
        name: 'kept child',
        age: 8,
        is_new: false,
        current_level: 1,
        experience_level: 'kept experience',
        overnight: null,
        attended: null,
        first_aid: [
          expect.objectContaining({ injury: 'Scraped knee', treatment: 'Plaster' }) as Record<
            string,
            unknown
          >,
        ],
        pickup_authorizations: [
          { name: 'kept nanny', relationship: 'kept nanny of', phone: '+6561110003' },
          { name: 'kept uncle', relationship: null, phone: null },
        ],
        health: {
          state: 'reported',
          at: expect.any(String) as string,
          by: expect.any(String) as string,
          allergies: ['kept child allergies'],
          medicines: ['kept child medications'],
          conditions: ['kept child medical_conditions'],
          help: ['kept child physical_limitations'],
          emergency: 'kept child emergency_medical_info',
          unconfirmed: [],
        },
        parents: expect.any(Array) as unknown[],
        emergency_contacts: expect.arrayContaining([
          { name: 'kept aunt', relationship: 'kept aunt of', phone: '+6561110002' },
        ]) as unknown[],
        // The coach calls these parents, and must know who must not collect the child.
        collecting_parents: [
          { name: 'kept name', phone: '+6561110004' },
          { name: 'second@example.test', phone: null },
        ],
        blocked_collectors: [{ name: 'Uncle Bad', note: null }],
        going_alone: 'too_young',
      },
    ]);
    expect([...entries]).toEqual([entry(part, 'roster'), entry(part, 'roster')]);
  },
);

test('a coach sees only their own classes and camps, an admin sees all, and a cancelled child is not on the roster', async () => {
  const [own, others] = [
    await shop.makeSession(db, { date: people.today }),
    await shop.makeSession(db, { date: people.today }),
  ];
  await assignAsCoach(db, people.coachId, own);
  const idsOf = (roster: RosterSession[]) => roster.map(({ session_id }) => session_id);
  const roster = await rpc<RosterSession[]>(db, people.callers.coach, 'get_todays_roster');
  expect(roster.every(({ mine }) => mine)).toBe(true);
  expect(idsOf(roster)).toContain(own);
  expect(idsOf(roster)).not.toContain(others);
  expect(JSON.stringify(roster)).not.toContain(people.otherChildId);
  const all = await rpc<RosterSession[]>(db, people.callers.admin, 'get_todays_roster');
  expect(idsOf(all)).toEqual(expect.arrayContaining([own, others]));
  expect(all.some(({ mine }) => mine)).toBe(false);
});

test('the roster’s today is the date in Singapore', async () => {
  const children = async () =>
    (await rpc<RosterSession[]>(db, people.callers.coach, 'get_todays_roster')).flatMap(
      ({ children }) => children,
    ).length;
  await stopCalendar(db, `${people.today}T00:00:00+08:00`);
  expect(await children()).toBe(2);
  await stopCalendar(db, `${people.today}T23:59:59+08:00`);
  expect(await children()).toBe(2);
  // The camp began two days ago.
  await stopCalendar(db, '2026-11-17T23:59:59+08:00');
  expect(await children()).toBe(1);
  await stopCalendar(db, '2026-11-15T23:59:59+08:00');
  expect(await children()).toBe(0);
  await stopCalendar(db, `${people.today}T12:00:00+08:00`);
});

test('admins can read any day’s roster, which is logged', async () => {
  const roster = (part: Role, p_date: string | null) =>
    rpc<RosterSession[]>(db, people.callers[part], 'get_roster', { p_date });
  // The log already shows that this admin read the roster today.
  expect(await readLogged(() => roster('admin', people.today))).toEqual([]);
  expect(await readLogged(() => roster('admin', '2026-11-15'))).toEqual([]);
  expect(await refusal(roster('admin', null))).toMatchObject({ code: 'invalid_input', field: 'p_date' });
});

test.each(['admin', 'business admin'] as const)(
  '%s can read a child’s and a parent’s details, which is logged',
  async (part) => {
    const who = people.callers[part];
    const child = { p_child_id: people.childId };
    const parentView = await rpc<object>(db, people.callers.parent, 'get_child_details', child);
    expect(
      await readLogged(async () =>
        expect(await rpc(db, who, 'get_child_details', child)).toEqual({
          ...parentView,
          unconfirmed_health: [],
        }),
      ),
    ).toEqual([entry(part, 'details')]);
    const health = () => rpc(db, who, 'get_parent_health', { p_profile_id: people.parentId });
    expect(
      await readLogged(async () =>
        expect(await health()).toMatchObject({ health: { allergies: 'kept parent allergies' } }),
      ),
    ).toEqual([{ ...entry(part, 'details', 'profile_health'), child_id: null }]);
  },
);

test('parents’ reads of their own data are not logged', async () => {
  expect(
    await readLogged(() =>
      rpc(db, people.callers.parent, 'get_child_details', { p_child_id: people.childId }),
    ),
  ).toEqual([]);
});

describe('calls that are refused', () => {
  const calls: [
    name: string,
    args: (cast: People) => Record<string, unknown>,
    refused: Role[],
    code: string,
  ][] = [
    ['get_todays_roster', () => ({}), ['parent', 'second parent', 'other parent'], 'not_allowed'],
    ['get_roster', ({ today }) => ({ p_date: today }), ['parent', 'other parent'], 'not_allowed'],
    [
      'get_child_details',
      ({ childId }) => ({ p_child_id: childId }),
      ['other parent', 'coach'],
      'child_not_found',
    ],
    ['get_child_details', () => ({ p_child_id: null }), ['parent', 'coach', 'admin'], 'child_not_found'],
    [
      'get_parent_health',
      ({ parentId }) => ({ p_profile_id: parentId }),
      ['parent', 'second parent', 'coach'],
      'not_allowed',
    ],
    ['get_parent_health', ({ familyId }) => ({ p_profile_id: familyId }), ['admin'], 'parent_not_found'],
    [
      'publish_consent_text',
      () => ({ p_purpose: 'photo', p_title: 'T', p_body: 'B' }),
      ['parent', 'coach'],
      'not_allowed',
    ],
    [
      'erase_family',
      ({ familyId }) => ({ p_family_id: familyId }),
      ['second parent', 'other parent', 'coach'],
      'not_allowed',
    ],
    // The first parent cannot erase the family while there is a second parent.
    ['erase_family', ({ familyId }) => ({ p_family_id: familyId }), ['parent'], 'family_in_use'],
    ['erase_family', ({ childId }) => ({ p_family_id: childId }), ['admin'], 'family_not_found'],
    [
      'export_family',
      ({ familyId }) => ({ p_family_id: familyId }),
      ['other parent', 'coach'],
      'family_not_found',
    ],
    ['export_family', ({ childId }) => ({ p_family_id: childId }), ['admin', 'service'], 'family_not_found'],
  ];
  const each = calls.flatMap(([name, args, parts, code]) =>
    parts.map((part) => [part, name, args, code] as const),
  );
  test.each(each)('%s: %s', async (part, name, args, code) => {
    const entries = await readLogged(async () => {
      expect(await refusal(rpc(db, people.callers[part], name, args(people)))).toMatchObject({ code });
    });
    expect(entries).toEqual([]);
  });

  test('visitors cannot call them, and the service cannot call functions that are for people', async () => {
    for (const name of ['get_todays_roster', 'get_family_dashboard', 'get_parent_profile', 'export_family']) {
      expect.soft(await sqlState(rpc(db, visitor, name)), name).toBe('42501');
    }
    for (const name of ['get_todays_roster', 'get_family_dashboard', 'get_parent_profile']) {
      expect.soft(await sqlState(rpc(db, service, name)), name).toBe('42501');
    }
  });
});

describe('log_security_access', () => {
  const report = (args: Record<string, unknown>) =>
    rpc(db, people.callers.parent, 'log_security_access', args);

  test('it stores codes and paths, and no free text', async () => {
    const user_context = {
      page: '/management/families',
      action: 'open_dashboard',
      role: 'admin',
      email: 'kai@example.test',
      note: 'Kai has asthma',
      child: { name: 'Kai' },
    };
    const entries = await readLogged(() =>
      db.as(
        people.callers.parent,
        (sql) => sql`
        select public.log_security_access('user_roles', 'read', ${JSON.stringify(user_context)}::text::jsonb)`,
      ),
    );
    expect(entries).toEqual([
      {
        user_id: people.parentId,
        accessed_table: 'user_roles',
        access_type: 'read',
        child_id: null,
        family_id: null,
        user_context: { page: '/management/families', action: 'open_dashboard', role: 'admin' },
        reported: true,
      },
    ]);
  });

  test.each([
    [{ accessed_table: 'children; drop', access_type: 'read' }, 'accessed_table'],
    [{ accessed_table: null, access_type: 'read' }, 'accessed_table'],
    [{ accessed_table: 'children', access_type: 'Kai is ill' }, 'access_type'],
  ])('it refuses %j', async (args, field) => {
    expect(await refusal(report(args))).toMatchObject({ code: 'invalid_input', field });
  });

  test('it says so when it stops counting a page in a loop', async () => {
    const args = { accessed_table: 'children', access_type: 'read' };
    const most = await readRateLimit(db, 'log_security_access');
    await db.sql`truncate public.rate_limits`;
    for (let n = 0; n < most; n++) expect(await report(args)).toEqual({ logged: true });
    expect(await report(args)).toEqual({ logged: false });
  });
});
