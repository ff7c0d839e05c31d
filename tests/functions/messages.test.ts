/** Staff send messages by preview, maintenance and outbox, with the header that stops news. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeToken } from '#support/functions-db.ts';
import { maintenanceHeaders, createWorld, type World } from '#support/functions.ts';
import { countRows, makeUser, rpc } from '#support/sql.ts';

let world: World;
let admin: string;
let parent: string;
beforeAll(async () => {
  world = await createWorld();
  admin = await makeUser(world.database, 'admin@example.test', ['admin']);
  parent = await makeUser(world.database, 'parent@example.test');
});
afterAll(() => world.stop());

const headersOf = (id: string) => ({ authorization: `Bearer ${makeToken(id)}` });
const message = {
  audience: { segment: 'active_pass', id: null },
  kind: 'news',
  subject: 'New term',
  body: 'It begins in January.',
};

test('the preview is the mail as it would arrive, for admins only', async () => {
  const { status, body } = await world.call<{ subject: string; html: string }>(
    'message-preview',
    { message },
    headersOf(admin),
  );
  expect(status).toBe(200);
  expect(body.subject).toBe('<ADV> New term');
  expect(body.html).toContain('It begins in January.');
  expect(await world.call('message-preview', { message }, headersOf(parent))).toMatchObject({
    body: { code: 'not_allowed' },
  });
  expect(await world.call('message-preview', { message })).toMatchObject({ status: 401 });
  const invalidBody = { message: { ...message, body: '' } };
  expect(await world.call('message-preview', invalidBody, headersOf(admin))).toMatchObject({ status: 400 });
});

test('the chores send a message once, and the header of its mail stops news', async () => {
  const offer = await world.shop.makeOffer();
  const [family] = await world.database.sql<[{ id: string }]>`
    insert into families (contact_name, contact_email) values ('Mei', 'mei@example.test') returning id`;
  await world.database.sql`
    with child as (
      insert into children (family_id, name, dob) values (${family.id}, 'Kai', '2018-05-01') returning id, family_id)
    insert into passes (family_id, child_id, offer_id, title, sessions_total, terms_id, valid_from)
    select family_id, id, ${offer.id}, 'Term', 4, (select terms_id from offers where id = ${offer.id}), current_date - 3 from child`;
  await world.database.sql`
    insert into consents (family_id, purpose, version, given, source) values (${family.id}, 'marketing', 1, true, 'checkout')`;
  await rpc(world.database, { role: 'authenticated', sub: admin }, 'send_message', {
    p_id: randomUUID(),
    p_message: message,
  });
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  await world.call('error-monitor/maintenance', '', maintenanceHeaders);
  expect(world.mail.delivered.map(({ to, subject }) => [to, subject])).toEqual([
    ['mei@example.test', '<ADV> New term'],
  ]);
  const [, token = ''] =
    /token=([0-9a-f]{32})/.exec(world.mail.delivered[0]?.headers?.['List-Unsubscribe'] ?? '') ?? [];
  // A mail scanner that opens the link changes nothing.
  const stop = (method: string) =>
    fetch(`${world.url}/stop-news?token=${token}`, { method, redirect: 'manual' });
  expect((await stop('GET')).headers.get('location')).toMatch(/\/stop-news#[0-9a-f]{32}$/);
  expect(await countRows(world.database, 'news_stops')).toBe(0);
  const answer = await stop('POST');
  expect(await answer.json()).toEqual({ ok: true });
  expect(await countRows(world.database, 'news_stops')).toBe(1);
  expect((await world.call('stop-news?token=nothing', '')).body).toEqual({ ok: true });
});
