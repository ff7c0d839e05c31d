import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi, type TestApi } from '../local/api-fixtures/start.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { saveChild } from '#support/sql-details.ts';

// Tests the reads of spec 1 §7 with the real client, through the API.
let api: TestApi;
let people: People;
const clients = {} as Record<'parent' | 'second parent' | 'other parent' | 'coach' | 'admin', SupabaseClient>;
beforeAll(async () => {
  api = await createApi();
  people = await makePeople(api.database);
  for (const part of ['parent', 'second parent', 'other parent', 'coach', 'admin'] as const) {
    clients[part] = api.client({ token: await api.token({ sub: people.callers[part].sub }) });
  }
});
afterAll(() => api.stop());

const parents = 'id, name, email, phone';
const familyQuery = (client: SupabaseClient) =>
  client
    .from('families')
    .select(
      `id, primary_parent_id, secondary_parent_id,
       primary_parent:profiles!families_primary_parent_id_fkey(${parents}),
       secondary_parent:profiles!families_secondary_parent_id_fkey(${parents})`,
    )
    .eq('id', people.familyId);
const bookingQuery = (client: SupabaseClient) =>
  client
    .from('bookings')
    .select(
      `id, session_date, session_time, status, attended, child_id, family_id,
       session:sessions(max_capacity, location:locations(name, address), coach:coaches(name), class_type:class_types(name, level))`,
    )
    .eq('family_id', people.familyId)
    .eq('status', 'booked')
    .gte('session_date', people.today)
    .order('session_date', { ascending: true })
    .order('session_time', { ascending: true });

describe('requests by the family’s screens', () => {
  test('the profiles request returns the family of the signed-in user, and the credits', async () => {
    const { data, error } = await clients.parent
      .from('profiles')
      .select('family_id, credits_remaining')
      .eq('id', people.parentId)
      .single();
    expect({ data, error }).toEqual({
      data: { family_id: people.familyId, credits_remaining: 17 },
      error: null,
    });
  });

  test.each(['parent', 'second parent'] as const)(
    'the families request of %s returns the family with both parents embedded',
    async (part) => {
      const { data, error } = await familyQuery(clients[part]).single();
      expect(error).toBeNull();
      expect(data).toEqual({
        id: people.familyId,
        primary_parent_id: people.parentId,
        secondary_parent_id: people.secondParentId,
        primary_parent: {
          id: people.parentId,
          name: 'kept name',
          email: 'parent@example.test',
          phone: '+6561110004',
        },
        secondary_parent: {
          id: people.secondParentId,
          name: 'second@example.test',
          email: 'second@example.test',
          phone: null,
        },
      });
    },
  );

  test('the children request returns all children of the family, ordered by name', async () => {
    await saveChild(api.database, people.callers.parent, { name: 'Abel', dob: '2020-01-01' });
    const { data } = await clients.parent
      .from('children')
      .select('*')
      .eq('family_id', people.familyId)
      .order('name');
    expect(data?.map(({ name }) => name as string)).toEqual(['Abel', 'kept child']);
  });

  test('the bookings request returns upcoming bookings with session, location, coach and class type embedded', async () => {
    const { data, error } = await bookingQuery(clients.parent);
    expect(error).toBeNull();
    expect(data).toHaveLength(2);
    expect(data?.[0]).toMatchObject({
      session_date: people.today,
      status: 'booked',
      child_id: people.childId,
      session: {
        max_capacity: 4,
        location: { name: 'Somerset' },
        coach: { name: 'coach@example.test' },
        class_type: { level: expect.any(String) as string },
      },
    });
  });

  test('the bookings request returns the last 30 days, newest first, with the child’s name', async () => {
    const { data, error } = await clients['second parent']
      .from('bookings')
      .select('id, session_date, status, child:children(name)')
      .eq('family_id', people.familyId)
      .gte('session_date', '2026-10-19')
      .lte('session_date', people.today)
      .order('session_date', { ascending: false })
      .limit(10);
    expect(error).toBeNull();
    expect(data).toMatchObject([{ session_date: people.today, child: { name: 'kept child' } }]);
  });

  test('user_roles, has_role, the children with credits and the dashboard return what the screens need', async () => {
    const roles = await clients.coach
      .from('user_roles')
      .select('role')
      .eq('user_id', people.coachId)
      .order('role');
    expect(roles.data).toEqual([{ role: 'customer' }, { role: 'coach' }]);
    const role = { user_uuid: people.coachId, check_role: 'coach' };
    expect((await clients.coach.rpc('has_role', role)).data).toBe(true);
    const children = await clients.parent.rpc('get_family_children_with_credits', {
      family: people.familyId,
    });
    expect(children.data).toMatchObject([{ name: 'Abel' }, { name: 'kept child', credits_remaining: 17 }]);
    const board = await clients.parent.rpc('get_family_dashboard');
    expect(board.data).toMatchObject({ family: { id: people.familyId }, totalCredits: 17 });
  });

  test('log_security_access accepts a report of the screens', async () => {
    const answer = await clients.parent.rpc('log_security_access', {
      accessed_table: 'user_roles',
      access_type: 'read',
      user_context: { page: '/family-base' },
    });
    expect(answer).toMatchObject({ data: { logged: true }, error: null });
  });

  test('consents and details can be written, and a refusal names the field', async () => {
    const consent = await clients.parent.rpc('record_consent', {
      p_purpose: 'terms',
      p_given: true,
      p_version: 1,
    });
    expect(consent.data).toMatchObject({ purpose: 'terms', given: true, user_id: people.parentId });
    const standing = await clients['second parent']
      .from('current_consents')
      .select('purpose, given')
      .eq('purpose', 'terms');
    expect(standing.data).toContainEqual({ purpose: 'terms', given: true });
    const bad = await clients.parent.rpc('save_child', {
      p_child: { id: people.childId, health: { allergies: 5 } },
    });
    expect([bad.status, bad.error?.message, bad.error?.hint]).toEqual([
      400,
      'invalid_input',
      'health.allergies',
    ]);
    const denied = await clients.parent.rpc('get_todays_roster');
    expect([denied.status, denied.error?.message]).toEqual([403, 'not_allowed']);
  });
});

describe('requests that the screens do not make', () => {
  test.each(['other parent', 'coach'] as const)(
    '%s cannot read parents, families or upcoming bookings of others',
    async (part) => {
      expect((await familyQuery(clients[part])).data).toEqual([]);
      const later = await bookingQuery(clients[part]).gt('session_date', people.today);
      expect(later.data).toEqual([]);
    },
  );

  const embeds = [
    ['children', 'id, child_health(*)'],
    ['children', 'id, child_behaviour(*)'],
    ['children', 'id, emergency_contacts(*)'],
    ['children', 'id, pickup_authorizations(name, phone)'],
    ['bookings', 'id, children(child_health(*))'],
    ['families', 'id, children(child_health(*)), emergency_contacts(*)'],
    ['profiles', 'id, profile_health(*)'],
    ['sessions', 'id, bookings(children(child_health(*), pickup_authorizations(name)))'],
  ] as const;
  const mark = 'kept child';
  test.each(embeds)('staff cannot embed details: %s with %s', async (table, columns) => {
    for (const part of ['coach', 'admin'] as const) {
      const { data, error } = await clients[part].from(table).select(columns);
      expect.soft(error, part).toBeNull();
      expect
        .soft(JSON.stringify(data), part)
        .not.toMatch(/kept (child|parent) (allergies|personality|doctor)|kept (aunt|nanny|granny|uncle)/);
    }
  });

  test('control: a parent can embed them', async () => {
    const { data } = await clients.parent
      .from('children')
      .select('name, child_health(allergies), pickup_authorizations(name)')
      .eq('id', people.childId)
      .single();
    expect(data).toEqual({
      name: mark,
      child_health: { allergies: 'kept child allergies' },
      pickup_authorizations: [{ name: 'kept nanny' }],
    });
  });

  test('the service key cannot read health, and visitors cannot read anything about people', async () => {
    for (const table of [
      'child_health',
      'child_behaviour',
      'profile_health',
      'emergency_contacts',
      'pickup_authorizations',
    ]) {
      expect.soft((await api.service().from(table).select('*')).error?.code, table).toBe('42501');
      expect.soft((await api.client().from(table).select('*')).error?.code, table).toBe('42501');
    }
  });

  test('a filter by a hidden relation shows nothing', async () => {
    const { data } = await clients.coach
      .from('children')
      .select('id, child_health!inner(child_id)')
      .ilike('child_health.allergies', '%kept%');
    expect(data).toEqual([]);
  });

  test('nobody can insert, update or delete a health row directly', async () => {
    const own = { child_id: people.childId, allergies: 'x' };
    const outcomes = await Promise.all([
      clients.parent.from('child_health').upsert(own),
      clients.parent.from('child_health').update({ allergies: 'x' }).eq('child_id', people.childId),
      clients['other parent'].from('child_health').delete().eq('child_id', people.childId),
      clients.parent
        .from('consents')
        .insert({ family_id: people.familyId, purpose: 'photo', version: 1, given: true }),
      clients.coach.from('access_log').insert({ accessed_table: 'a', access_type: 'b' }),
    ]);
    expect(outcomes.map(({ error }) => error?.code)).toEqual(Array(5).fill('42501'));
  });
});
