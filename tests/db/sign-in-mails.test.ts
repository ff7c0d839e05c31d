import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '#support/database.ts';
import { makeUser, service, visitor } from '#support/sql.ts';

// Tests the limits of mails that the sign-in service sends. It calls `limit_new_accounts` before it creates an account;
// `pause_mails` then limits the mails to one mailbox.
let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

let networks = 0;
const network = () => `198.51.100.${++networks}`;
let mailboxes = 0;
const mailbox = () => `parent${++mailboxes}@example.test`;
const rateLimit = async (endpoint: string) => {
  const [rule] = await db.sql<
    [{ most: number }]
  >`select most from public.rate_rules where endpoint = ${endpoint}`;
  return rule.most;
};
/** Calls the function as the sign-in service does, and returns the error or null. */
const ask = async (email: string, ip_address = network()) => {
  const event = JSON.stringify({ metadata: { ip_address, name: 'before-user-created' }, user: { email } });
  const [row] = await db.sql<[{ answer: { error?: { http_code: number; message: string } } }]>`
    select private.limit_new_accounts(${event}::text::jsonb) as answer`;
  return row.answer.error ?? null;
};

test('different spellings of an address, from any network, count as one mailbox', async () => {
  const spellings = [
    'Lina.Tan@gmail.com',
    'linatan@googlemail.com',
    'l.i.n.a.t.a.n+camp@gmail.com',
    'LINATAN@GMAIL.COM.',
    'ｌｉｎａｔａｎ@gmail.com',
    'lina\u200btan＠gmail.com',
  ];
  const answers = [];
  for (const email of spellings) answers.push(await ask(email));
  expect(await rateLimit('new_account_mailbox')).toBe(5);
  expect(answers).toEqual([null, null, null, null, null, { http_code: 429, message: 'mailbox_limited' }]);
  // At other mail providers a dot makes another mailbox.
  expect(await ask('lina.tan@example.test')).toBeNull();
});

test.each([
  ['an IPv4 address', () => '203.0.113.7', 'new_account_network'],
  ['an IPv4 address seen by IPv6', () => '::ffff:203.0.113.8', 'new_account_network'],
  ['one /64 of IPv6', (n: number) => `2001:db8:1:1::${(n + 1).toString(16)}`, 'new_account_network'],
  ['one site of IPv6 that hops', (n: number) => `2001:db8:2:${n.toString(16)}::1`, 'new_account_site'],
  ['callers of whom nothing is known', () => '', 'new_account_network'],
])('%s creates no more accounts than its rule allows', async (_, address, endpoint) => {
  const limit = await rateLimit(endpoint);
  const answers = [];
  for (let n = 0; n <= limit; n++) answers.push(await ask(mailbox(), address(n)));
  expect(answers.slice(0, limit).every((answer) => answer === null)).toBe(true);
  expect(answers.at(-1)).toEqual({ http_code: 429, message: 'network_limited' });
  expect(await ask(mailbox())).toBeNull();
});

test('new accounts from any network leave some of the project’s mails to those who already have an account', async () => {
  await db.sql`delete from public.rate_limits`;
  await db.sql`update public.rate_rules set most = 10 where endpoint = 'new_account_project'`;
  const answers = [];
  for (let n = 0; n < 11; n++) answers.push(await ask(mailbox()));
  expect(answers.slice(0, 10).every((answer) => answer === null)).toBe(true);
  expect(answers.at(-1)).toEqual({ http_code: 429, message: 'project_limited' });
  await db.sql`update public.rate_rules set most = 2500 where endpoint = 'new_account_project'`;
  await db.sql`delete from public.rate_limits`;
  const config = readFileSync(new URL('../../supabase/config.toml', import.meta.url), 'utf8');
  expect(await rateLimit('new_account_project')).toBeLessThan(
    Number(/^email_sent = (\d+)$/m.exec(config)?.[1]),
  );
});

test('a mailbox at its limit does not use up its network’s limit', async () => {
  const [email, address] = [mailbox(), network()];
  const limit = await rateLimit('new_account_network');
  for (let n = 0; n < limit + 20; n++) await ask(email, address);
  expect(await ask(mailbox(), address)).toBeNull();
});

test('requests at the same moment stay within the limit', async () => {
  const address = network();
  const limit = await rateLimit('new_account_network');
  const answers = await Promise.all(Array.from({ length: limit + 30 }, () => ask(mailbox(), address)));
  expect(answers.filter((answer) => answer === null)).toHaveLength(limit);
});

test.each([visitor, service])('only the sign-in service can call it, not %o', async (who) => {
  await expect(db.as(who, (sql) => sql`select private.limit_new_accounts('{}')`)).rejects.toThrow(
    /permission denied/,
  );
  const [grant] = await db.sql`
    select has_function_privilege('supabase_auth_admin', 'private.limit_new_accounts(jsonb)', 'execute') as may`;
  expect(grant).toEqual({ may: true });
});

describe('mails of one kind to an account', () => {
  const setSentNow = (id: string, column: string) =>
    db.sql<[{ ahead: number }]>`
      update auth.users set ${db.sql(column)} = clock_timestamp() where id = ${id}
      returning extract(epoch from ${db.sql(column)} - clock_timestamp())::float8 as ahead`;

  test.each(['confirmation_sent_at', 'recovery_sent_at', 'email_change_sent_at', 'reauthentication_sent_at'])(
    '%s: the last mail of an hour pauses them until its end',
    async (column) => {
      const id = await makeUser(db, mailbox());
      const ahead = [];
      for (let n = await rateLimit('account_mail'); n > 0; n--)
        ahead.push((await setSentNow(id, column))[0].ahead);
      expect(ahead.slice(0, -1).every((seconds) => seconds <= 0)).toBe(true);
      expect(ahead.at(-1)).toBeGreaterThan(3500);
      expect(ahead.at(-1)).toBeLessThanOrEqual(3600);
    },
  );

  test('the limit is per mailbox: a second account with a tagged address gets one more mail, and then a pause', async () => {
    const name = `tagged${++mailboxes}`;
    const first = await makeUser(db, `${name}@example.test`);
    for (let n = await rateLimit('account_mail'); n > 0; n--) await setSentNow(first, 'recovery_sent_at');
    const second = await makeUser(db, `${name}+again@example.test`);
    expect((await setSentNow(second, 'recovery_sent_at'))[0].ahead).toBeGreaterThan(3500);
  });
});
