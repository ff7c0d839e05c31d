import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { fullChild, makeParent, saveChild } from '#support/sql-details.ts';
import { refusal, rpc, visitor } from '#support/sql.ts';

let db: TestDatabase;
let made = 0;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const person = (isVerified = true) => makeParent(db, `person${made++}@example.test`, isVerified);
const readEmail = async (who: Caller) => {
  const [row] = await db.sql<[{ email: string }]>`select email from auth.users where id = ${who.sub ?? ''}`;
  return row.email;
};
const invite = (who: Caller, email: string) =>
  rpc<{ token: string; email: string; expires_at: string }>(db, who, 'invite_parent', { p_email: email });
const accept = (who: Caller, token: string) => rpc(db, who, 'accept_invitation', { p_token: token });

test('the invited parent joins the family, and can read and write the same data', async () => {
  const [first, second] = [await person(), await person()];
  const child = await saveChild(db, first, fullChild('own'));
  const { token, expires_at } = await invite(first, ` ${(await readEmail(second)).toUpperCase()} `);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(13 * 86_400_000);
  expect(await accept(second, token)).toEqual({ family_id: child.family_id });
  expect(await rpc(db, second, 'get_child_details', { p_child_id: child.id })).toEqual(child);
  expect(await rpc(db, second, 'get_parent_profile')).toMatchObject({
    is_primary: false,
    is_secondary: true,
  });
  const renamed = await saveChild(db, second, { id: child.id, name: 'Renamed' });
  expect(await rpc(db, first, 'get_child_details', { p_child_id: child.id })).toEqual(renamed);
});

test('a link admits only the account with the verified address, and only once', async () => {
  const [first, second, stranger] = [await person(), await person(false), await person()];
  const { token } = await invite(first, await readEmail(second));
  for (const who of [stranger, second]) {
    expect(await refusal(accept(who, token))).toMatchObject({ code: 'invitation_not_found', status: 404 });
  }
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${second.sub ?? ''}`;
  expect(await refusal(accept(second, `${token}0`))).toMatchObject({ code: 'invitation_not_found' });
  await accept(second, token);
  expect(await refusal(accept(second, token))).toMatchObject({ code: 'invitation_not_found' });
});

test('only the invited account can see who invites it, and to which children', async () => {
  const [first, second, stranger] = [await person(), await person(false), await person()];
  const { name } = await saveChild(db, first, fullChild('own'));
  const { token } = await invite(first, await readEmail(second));
  const read = (who: Caller, p_token = token) => rpc(db, who, 'read_invitation', { p_token });
  for (const who of [stranger, second, first])
    expect(await refusal(read(who))).toMatchObject({ code: 'invitation_not_found' });
  await expect(read(visitor)).rejects.toThrow('permission denied');
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${second.sub ?? ''}`;
  expect(await refusal(read(second, `${token}0`))).toMatchObject({ code: 'invitation_not_found' });
  const [row] = await db.sql<
    [{ name: string }]
  >`select name from public.profiles where id = ${first.sub ?? ''}`;
  expect(await read(second)).toEqual({
    from_name: row.name,
    own: 'none',
    children: [String(name).split(' ')[0]],
  });
  await accept(second, token);
  expect(await refusal(read(second))).toMatchObject({ code: 'invitation_not_found' });
});

test('expired, withdrawn and replaced links do not work', async () => {
  const [first, second] = [await person(), await person()];
  const email = await readEmail(second);
  const replaced = await invite(first, email);
  const withdrawn = await invite(first, email);
  expect(await rpc(db, first, 'withdraw_invitation')).toEqual({ withdrawn: true });
  expect(await rpc(db, first, 'withdraw_invitation')).toEqual({ withdrawn: false });
  const expired = await invite(first, email);
  await db.sql`update public.family_invitations set expires_at = clock_timestamp() where email = ${email}`;
  for (const { token } of [replaced, withdrawn, expired]) {
    expect(await refusal(accept(second, token))).toMatchObject({ code: 'invitation_not_found' });
  }
});

test('a user with a family cannot join another one', async () => {
  const [first, second] = [await person(), await person()];
  await saveChild(db, second, { name: 'Own', dob: '2018-05-01' });
  const { token } = await invite(first, await readEmail(second));
  expect(await refusal(accept(second, token))).toMatchObject({ code: 'already_in_family', status: 409 });
});

test('only the first parent can invite, only one person, and the answer does not reveal whether the address is known', async () => {
  const [first, second] = [await person(), await person()];
  const answers = [await invite(first, 'unknown@example.test'), await invite(first, await readEmail(second))];
  expect(Object.keys(answers[0] ?? {})).toEqual(Object.keys(answers[1] ?? {}));
  await accept(second, answers[1]?.token ?? '');
  expect(await refusal(invite(first, 'third@example.test'))).toMatchObject({ code: 'family_full' });
  expect(await refusal(invite(second, 'third@example.test'))).toMatchObject({
    code: 'not_allowed',
    status: 403,
  });
  for (const email of ['', 'nobody', 'a@b', `${'a'.repeat(260)}@example.test`]) {
    expect(await refusal(invite(await person(), email))).toMatchObject({
      code: 'invalid_input',
      field: 'p_email',
    });
  }
});

test('accepting twice at once joins once', async () => {
  const [first, second] = [await person(), await person()];
  const { token } = await invite(first, await readEmail(second));
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => accept(second, token)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the token is not stored anywhere', async () => {
  const { token } = await invite(await person(), 'somebody@example.test');
  const [row] = await db.sql`
    select count(*) as n from public.family_invitations i where to_jsonb(i)::text like ${`%${token}%`}`;
  expect(row).toEqual({ n: 0 });
});
