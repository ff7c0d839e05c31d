/** Tests inviting staff: who may invite, who may accept, and that the link is useless to anybody else. */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StaffAccounts } from '#contract/management-system.ts';
import { ChangedInvitation, StaffInvitationView } from '#contract/staff-invitations.ts';
import { type Caller, createDatabase, type TestDatabase } from '#support/database.ts';
import { makeParent } from '#support/sql-details.ts';
import { type People, makePeople } from '#support/sql-people.ts';
import { refusal, rpc, sqlState } from '#support/sql.ts';

let db: TestDatabase;
let people: People;
beforeAll(async () => {
  db = await createDatabase();
  people = await makePeople(db);
});
afterAll(() => db.drop());

let made = 0;
const address = () => `hired${made++}@example.test`;
const boss = () => people.callers['business admin'];
const invite = async (email: string, role = 'coach', who = boss()) =>
  v.parse(
    ChangedInvitation,
    await rpc(db, who, 'invite_staff', { p_email: email, p_name: 'Newa Coach', p_role: role }),
  ).invitation;
const readMail = async (id: string) => {
  const [mail] = await db.sql<{ recipient: string; payload: { token?: string } }[]>`
    select recipient, payload from public.outbox where key = ${`staff_invitation:${id}`}`;
  return mail;
};
const readToken = async (id: string) => (await readMail(id))?.payload.token ?? '';
const accept = (who: Caller, p_token: string) => rpc(db, who, 'accept_staff_invitation', { p_token });
const read = (who: Caller, p_token: string) => rpc(db, who, 'read_staff_invitation', { p_token });
const readRoles = async (who: Caller) =>
  (
    await db.sql<{ role: string }[]>`
      select role from public.user_roles where user_id = ${who.sub ?? ''} and role <> 'customer'`
  ).map(({ role }) => role);
const readState = async (id: string) =>
  v
    .parse(StaffAccounts, await rpc(db, boss(), 'list_staff_accounts'))
    .invitations.find((one) => one.id === id)?.state;

test('the invited person signs up, accepts, and is a coach with the name of the invitation', async () => {
  const email = address();
  const { id, state } = await invite(` ${email.toUpperCase()} `);
  expect([state, (await readMail(id))?.recipient]).toEqual(['open', email]);
  const token = await readToken(id);
  const me = await makeParent(db, email);
  expect(v.parse(StaffInvitationView, await read(me, token))).toMatchObject({
    role: 'coach',
    needs_second_factor: false,
  });
  expect(await readRoles(me)).toEqual([]);
  expect(await accept(me, token)).toEqual({ role: 'coach' });
  expect([await readRoles(me), await readState(id)]).toEqual([['coach'], 'accepted']);
  expect(await db.sql`select from public.coaches where user_id = ${me.sub ?? ''}`).toHaveLength(1);
  // An invitation works once.
  expect(await refusal(accept(me, token))).toMatchObject({ code: 'invitation_not_found', status: 404 });
  expect(await refusal(read(me, token))).toMatchObject({ code: 'invitation_not_found' });
});

test('a link does nothing for another address, for an unverified one, or with a guessed token', async () => {
  const email = address();
  const token = await readToken((await invite(email)).id);
  const [me, stranger] = [await makeParent(db, email, false), await makeParent(db, address())];
  for (const who of [me, stranger, people.callers.parent, people.callers.coach, people.callers.admin]) {
    const before = await readRoles(who);
    for (const call of [read, accept])
      expect(await refusal(call(who, token))).toMatchObject({ code: 'invitation_not_found', status: 404 });
    expect(await readRoles(who)).toEqual(before);
  }
  await db.sql`update auth.users set email_confirmed_at = now() where id = ${me.sub ?? ''}`;
  expect(await refusal(accept(me, `${token}0`))).toMatchObject({ code: 'invitation_not_found' });
  // The table has only the hash of the token.
  const hash = await db.sql<{ h: string }[]>`
    select token_hash as h from public.staff_invitations where email = ${email}`;
  expect(await refusal(accept(me, hash[0]?.h ?? ''))).toMatchObject({ code: 'invitation_not_found' });
  await accept(me, token);
  expect(await readRoles(me)).toEqual(['coach']);
});

test('an existing account has the role only after it has accepted', async () => {
  const email = address();
  const me = await makeParent(db, email);
  const token = await readToken((await invite(email, 'admin')).id);
  expect(await readRoles(me)).toEqual([]);
  await accept(me, token);
  expect(await readRoles(me)).toEqual(['admin']);
  expect(await refusal(invite(email, 'admin'))).toMatchObject({ code: 'role_held', field: 'p_email' });
});

test('a role that needs the second factor still needs it after an invitation', async () => {
  const email = address();
  const me = await makeParent(db, email);
  const token = await readToken((await invite(email, 'business_admin')).id);
  expect(await read(me, token)).toMatchObject({ needs_second_factor: true });
  await accept(me, token);
  expect(await refusal(rpc(db, me, 'list_staff_accounts'))).toMatchObject({ code: 'not_allowed' });
  await db.sql`delete from public.user_roles where user_id = ${me.sub ?? ''}`;
});

test('a revoked, replaced or expired invitation does nothing, and its waiting mail is not sent', async () => {
  const email = address();
  const me = await makeParent(db, email);
  const first = await invite(email);
  const firstToken = await readToken(first.id);
  const second = await invite(email, 'admin');
  const secondToken = await readToken(second.id);
  expect([await readState(first.id), await readState(second.id)]).toEqual(['revoked', 'open']);
  expect(await readMail(first.id)).toEqual({ recipient: '', payload: {} });
  expect(await refusal(accept(me, firstToken))).toMatchObject({ code: 'invitation_not_found' });
  await rpc(db, boss(), 'revoke_staff_invitation', { p_id: second.id });
  expect(await readState(second.id)).toBe('revoked');
  expect(await refusal(accept(me, secondToken))).toMatchObject({ code: 'invitation_not_found' });
  const third = await invite(email);
  const thirdToken = await readToken(third.id);
  await db.sql`update public.staff_invitations set expires_at = now() - interval '1 second' where id = ${third.id}`;
  expect(await readState(third.id)).toBe('expired');
  expect(await refusal(accept(me, thirdToken))).toMatchObject({ code: 'invitation_not_found' });
  for (const p_id of [second.id, third.id, crypto.randomUUID()])
    expect(await refusal(rpc(db, boss(), 'revoke_staff_invitation', { p_id }))).toMatchObject({
      code: 'invitation_not_found',
    });
  expect(await readRoles(me)).toEqual([]);
});

test('two parallel calls give the role once, and an invitation ends when its sender loses the right to invite', async () => {
  const email = address();
  const me = await makeParent(db, email);
  const token = await readToken((await invite(email)).id);
  const outcomes = await Promise.allSettled([accept(me, token), accept(me, token)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);

  const other = address();
  const they = await makeParent(db, other);
  const lateToken = await readToken((await invite(other, 'business_admin')).id);
  await db.sql`delete from public.user_roles where user_id = ${boss().sub ?? ''} and role = 'business_admin'`;
  expect(await refusal(accept(they, lateToken))).toMatchObject({ code: 'invitation_not_found' });
  await db.sql`insert into public.user_roles (user_id, role) values (${boss().sub ?? ''}, 'business_admin')`;
  expect(await readRoles(they)).toEqual([]);
});

const outsiders = ['parent', 'second parent', 'other parent', 'coach', 'admin'] as const;
test.each(outsiders)('%s can neither invite nor revoke', async (part) => {
  const who = people.callers[part];
  const { id } = await invite(address());
  expect(await refusal(invite(address(), 'coach', who))).toMatchObject({ code: 'not_allowed' });
  expect(await refusal(rpc(db, who, 'revoke_staff_invitation', { p_id: id }))).toMatchObject({
    code: 'not_allowed',
  });
  expect(await readState(id)).toBe('open');
});
test.each(['visitor', 'service'] as const)('%s may call none of the functions', async (part) => {
  const who = people.callers[part];
  for (const [name, args] of [
    ['invite_staff', { p_email: address(), p_name: 'A', p_role: 'coach' }],
    ['revoke_staff_invitation', { p_id: crypto.randomUUID() }],
    ['read_staff_invitation', { p_token: 'x' }],
    ['accept_staff_invitation', { p_token: 'x' }],
  ] as const)
    expect(await sqlState(rpc(db, who, name, args))).toBe('42501');
});

test.each([
  ['nobody', 'A coach', 'coach', 'invalid_input', 'p_email'],
  ['a@example.test', ' ', 'coach', 'invalid_input', 'p_name'],
  ['a@example.test', 'A coach', 'customer', 'invalid_input', 'p_role'],
  ['business@example.test', 'A coach', 'admin', 'own_role', 'p_role'],
])('%s, "%s", %s: %s (%s)', async (p_email, p_name, p_role, code, field) =>
  expect(await refusal(rpc(db, boss(), 'invite_staff', { p_email, p_name, p_role }))).toMatchObject({
    code,
    field,
  }),
);

test('the log has who invited and revoked, without the address', async () => {
  const email = address();
  const { id } = await invite(email);
  await rpc(db, boss(), 'revoke_staff_invitation', { p_id: id });
  const log = await db.sql<{ user_id: string; action: string }[]>`
    select user_id, action, before, after from public.audit_log where row_key = ${id} order by id`;
  expect(log.map(({ user_id, action }) => [user_id, action])).toEqual([
    [boss().sub, 'insert'],
    [boss().sub, 'update'],
  ]);
  expect(JSON.stringify(log)).not.toContain(email);
});

test('an invitation that ended a month ago is deleted, and an open one stays', async () => {
  const [old, open] = [await invite(address()), await invite(address())];
  await db.sql`update public.staff_invitations set revoked_at = now() - interval '31 days' where id = ${old.id}`;
  await db.sql`select private.purge_invitations()`;
  expect([await readState(old.id), await readState(open.id)]).toEqual([undefined, 'open']);
});

test('guessed links and refused invitations reach a limit', async () => {
  const me = await makeParent(db, address());
  const codes: string[] = [];
  for (let n = 0; n < 21; n++) codes.push((await refusal(accept(me, `${n}`.padStart(32, '0')))).code);
  expect([codes[19], codes[20]]).toEqual(['invitation_not_found', 'rate_limited']);
  const refused: string[] = [];
  for (let n = 0; n < 31; n++)
    refused.push((await refusal(invite('x', 'coach', people.callers.parent))).code);
  expect([refused[28], refused.at(-1)]).toEqual(['not_allowed', 'rate_limited']);
});
