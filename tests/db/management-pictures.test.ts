/**
 * Tests the pictures of the image repository: who may see them, which children are in them, and which may be shared.
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PictureChild, PictureDetails, StaffPicture, StaffPictures } from '#contract/pictures.ts';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, service, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

type Role = keyof People['callers'];
const call = (name: string, body: Record<string, unknown>, role: Role = 'admin') =>
  rpc(db, people.callers[role], name, body);
const add = async (role: Role, change: object = {}) => {
  const id = randomUUID();
  const body = {
    id,
    name: 'Bowl',
    path: `${randomUUID()}.jpg`,
    width: 800,
    height: 600,
    bytes: 9,
    ...change,
  };
  const answer = await rpc(db, service, 'add_picture', {
    p_user_id: people.callers[role].sub,
    p_picture: body,
  });
  return v.parse(v.object({ path: v.string(), picture: StaffPicture }), answer);
};
const list = async (filter: object = {}, role: Role = 'admin', more: object = {}) =>
  v.parse(StaffPictures, await call('list_pictures', { p_filter: filter, ...more }, role));
const save = async (id: string, change: object, role: Role = 'admin') =>
  v.parse(PictureDetails, await call('save_picture', { p_id: id, p_change: change }, role));
const share = (ids: string[], role: Role = 'admin') =>
  call('get_picture_paths', { p_ids: ids, p_use: 'share' }, role);
const consent = (role: Role, child: string, given: boolean) =>
  db.sql`
    insert into public.consents (family_id, child_id, user_id, purpose, given, version, source)
    select c.family_id, c.id, ${people.callers[role].sub ?? ''}, 'photo', ${given}, 1, 'account' from public.children c where c.id = ${child}`;

const calls: [string, Record<string, unknown>][] = [
  ['list_pictures', {}],
  ['get_picture', { p_id: randomUUID() }],
  ['get_picture_paths', { p_ids: [] }],
  ['save_picture', { p_id: randomUUID(), p_change: {} }],
  ['delete_picture', { p_id: randomUUID() }],
  ['find_picture_children', { p_search: 'a' }],
];
describe.each(calls)('%s', (name, body) => {
  test.each(['visitor', 'service'] as const)('%s may not call it', async (role) =>
    expect(await sqlState(call(name, body, role))).toBe('42501'),
  );
  test.each(['parent', 'second parent', 'other parent'] as const)('%s is refused', async (role) =>
    expect(await refusal(call(name, body, role))).toMatchObject({ code: 'not_allowed', status: 403 }),
  );
});

test('a coach sees only their own pictures, and can neither name the children in them nor share them', async () => {
  const [own, other] = [await add('coach'), await add('admin')];
  const seen = await list({}, 'coach');
  expect(seen.rows.map(({ id }) => id)).toContain(own.picture.id);
  expect(seen.rows.map(({ id }) => id)).not.toContain(other.picture.id);
  expect((await list()).rows.map(({ id }) => id)).toEqual(
    expect.arrayContaining([own.picture.id, other.picture.id]),
  );
  const p_id = other.picture.id;
  for (const [name, body] of [
    ['get_picture', { p_id }],
    ['save_picture', { p_id, p_change: { name: 'x' } }],
    ['delete_picture', { p_id }],
    ['get_picture_paths', { p_ids: [p_id] }],
  ] as const)
    expect(await refusal(call(name, body, 'coach'))).toMatchObject({ code: 'picture_not_found' });
  const refused = { code: 'not_allowed' };
  expect(await refusal(save(own.picture.id, { shows: 'nobody' }, 'coach'))).toMatchObject(refused);
  expect(await refusal(share([own.picture.id], 'coach'))).toMatchObject(refused);
  expect(await refusal(call('find_picture_children', { p_search: 'a' }, 'coach'))).toMatchObject(refused);
  expect((await save(own.picture.id, { name: 'Mini ramp' }, 'coach')).name).toBe('Mini ramp');
});

test('a coach cannot see who is in a picture or whose family allows it', async () => {
  const { id } = (await add('coach')).picture;
  const details = await save(id, { shows: 'children', children: [people.childId, people.otherChildId] });
  expect(details.children).toHaveLength(2);
  const one = { p_id: id };
  for (const [name, body] of [
    ['get_picture', one],
    ['save_picture', { ...one, p_change: { name: 'Mini ramp' } }],
    ['delete_picture', one],
  ] as const)
    expect(v.parse(PictureDetails, await call(name, body, 'coach')).children).toEqual([]);
  expect(
    v.parse(PictureDetails, await call('delete_picture', { ...one, p_is_deleted: false })).children,
  ).toHaveLength(2);
});

test('a picture is private until somebody names the children in it, and shared while all their families agree', async () => {
  const { id } = (await add('admin')).picture;
  const refused = { code: 'picture_not_allowed', status: 409 };
  expect((await list()).rows.find((one) => one.id === id)?.state).toBe('private');
  expect(await refusal(share([id]))).toMatchObject(refused);
  expect((await save(id, { shows: 'nobody' })).state).toBe('open');
  expect(await share([id])).toMatchObject({ pictures: [{ id }] });

  await consent('parent', people.childId, true);
  await consent('other parent', people.otherChildId, false);
  const both = { shows: 'children', children: [people.childId, people.otherChildId] };
  const marked = await save(id, both);
  expect(marked.children.map(({ may_show }) => may_show).sort()).toEqual([false, true]);
  expect(marked.state).toBe('refused');
  expect(await refusal(share([id]))).toMatchObject(refused);
  await consent('other parent', people.otherChildId, true);
  expect((await save(id, both)).state).toBe('open');
  await share([id]);
  // After a consent is withdrawn, the unchanged picture can no longer be shared.
  await consent('parent', people.childId, false);
  expect(await refusal(share([id]))).toMatchObject(refused);
  await consent('parent', people.childId, true);
  await db.sql`update public.families set erased_at = now() where id = ${people.otherFamilyId}`;
  expect(await refusal(share([id]))).toMatchObject(refused);
  await db.sql`update public.families set erased_at = null where id = ${people.otherFamilyId}`;
});

test('a picture that is sent twice is added once, and an id of another account’s picture is refused', async () => {
  const id = randomUUID();
  const first = await add('coach', { id });
  expect((await add('coach', { id, path: `${randomUUID()}.jpg` })).path).toBe(first.path);
  expect(await refusal(add('admin', { id }))).toMatchObject({ code: 'invalid_input', field: 'id' });
  expect(await refusal(add('parent'))).toMatchObject({ code: 'not_allowed' });
});

test('a deleted picture is hidden, can be restored for a week, and is then deleted with its object', async () => {
  const { picture, path } = await add('admin', { name: 'To go' });
  const deleted = v.parse(PictureDetails, await call('delete_picture', { p_id: picture.id }));
  expect(deleted).toMatchObject({ state: 'deleted' });
  expect((await list({ search: 'to go' })).rows).toEqual([]);
  expect((await list({ shows: 'deleted' })).rows.map(({ id }) => id)).toEqual([picture.id]);
  expect(await refusal(share([picture.id]))).toMatchObject({ code: 'picture_not_allowed' });
  await call('delete_picture', { p_id: picture.id, p_is_deleted: false });
  expect((await list({ search: 'to go' })).rows).toHaveLength(1);
  await call('delete_picture', { p_id: picture.id });
  await db.sql`update public.pictures set deleted_at = now() - interval '8 days' where id = ${picture.id}`;
  await db.sql`select private.purge_pictures()`;
  expect(await refusal(call('get_picture', { p_id: picture.id }))).toMatchObject({
    code: 'picture_not_found',
  });
  const dropped =
    await db.sql`select bucket, path from public.dropped_photos where bucket = 'pictures' order by path`;
  expect(dropped).toEqual([
    { bucket: 'pictures', path: path.replace('.jpg', '-small.jpg') },
    { bucket: 'pictures', path },
  ]);
});

test('a page has 100 pictures in the requested order, and the pages contain each picture once', async () => {
  for (let at = 0; at < 101; at++)
    await add('business admin', { name: `page ${String(at).padStart(3, '0')}` });
  const first = await list({ search: 'page' });
  expect(first.rows).toHaveLength(100);
  expect(first).toMatchObject({ count: 101, more: false });
  const rest = await list({ search: 'page' }, 'admin', { p_offset: 100 });
  expect([...first.rows, ...rest.rows].map(({ name }) => name)).toEqual(
    Array.from({ length: 101 }, (_, index) => `page ${String(index).padStart(3, '0')}`),
  );
});

test.each<[Record<string, unknown>, string]>([
  [{ p_filter: { shows: 'open' } }, 'p_filter.shows'],
  [{ p_filter: { path: 'x' } }, 'p_filter.path'],
  [{ p_sort: 'path' }, 'p_sort'],
  [{ p_offset: -1 }, 'p_offset'],
  [{ p_limit: 1001 }, 'p_limit'],
])('%o is refused', async (body, field) =>
  expect(await refusal(call('list_pictures', body))).toMatchObject({ code: 'invalid_input', field }),
);

test('staff find children by part of their name, and see whether they may be shown', async () => {
  const [{ name }] = await db.sql<
    [{ name: string }]
  >`select name from public.children where id = ${people.childId}`;
  const found = v.parse(
    v.array(PictureChild),
    await call('find_picture_children', { p_search: name.slice(0, 3) }),
  );
  expect(found.map(({ child_id }) => child_id)).toContain(people.childId);
  for (const children of [[], 'x', [randomUUID()]])
    expect(['invalid_input', 'child_not_found']).toContain(
      (await refusal(save((await add('admin')).picture.id, { shows: 'children', children }))).code,
    );
});
