import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import { renderMail } from '#server/mails/render.ts';
import * as leads from '#support/sql-leads.ts';
import { makeUser } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let code: string;
beforeAll(async () => {
  db = await createDatabase();
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.parties, public.outbox, public.rate_limits cascade`;
  ({ code } = await leads.createParty(db, admin, leads.partyFields('2090-01-01T10:00:00Z')));
});

const guest = { name: 'Arjun Rao', email: 'arjun@example.test' };
const submit = (more: object = {}, party: string | null = code) =>
  leads.submitResponse(db, leads.formResponse(party, { contact: guest, ...more }));
const copies = () => db.sql<{ recipient: string; payload: Record<string, unknown> }[]>`
  select recipient, payload from public.outbox where template = 'rsvp_copy' order by created_at`;

test('a guest who gives an address gets a copy with the link to the answer and a calendar file', async () => {
  const { token } = await submit();
  const [copy, ...more] = await copies();
  expect(more).toEqual([]);
  expect(copy?.recipient).toBe('arjun@example.test');
  const mail = await renderMail('rsvp_copy', copy?.payload, 'https://otter.test');
  expect(mail.subject).toBe('You are coming: An otter birthday');
  expect(mail.text.replace(/\s+/g, ' ')).toContain('You said: 1 child and 1 adult are coming.');
  expect(mail.text).toContain(`https://otter.test/birthday-rsvp?party=${code}#${token}`);
  const [file] = mail.attachments;
  expect(file?.contentType).toContain('text/calendar');
  for (const line of [
    'DTSTART:20900101T100000Z',
    'SUMMARY:An otter birthday',
    'LOCATION:Somerset Skate Park',
  ])
    expect(file?.content).toContain(line);
});

test('the copy has no child’s name and nothing about health, because the typed address may be a stranger’s', async () => {
  await submit({ health: { healthNotes: 'asthma' } });
  const [copy] = await copies();
  const mail = await renderMail('rsvp_copy', copy?.payload, 'https://otter.test');
  for (const word of ['Arjun', 'asthma', 'peanut', 'allerg'])
    expect(JSON.stringify([copy?.payload, mail]).toLowerCase()).not.toContain(word.toLowerCase());
});

test('a guest who cannot come gets a copy without a calendar file', async () => {
  await submit({ attending: false, guests: [] });
  const [copy] = await copies();
  const mail = await renderMail('rsvp_copy', copy?.payload, 'https://otter.test');
  expect(mail.subject).toBe('Your reply: you can’t make it to An otter birthday');
  expect(mail.attachments).toEqual([]);
});

test('a repeated answer sends no second copy, but a changed answer or another address does', async () => {
  const { token } = await submit();
  await submit({ token });
  expect(await copies()).toHaveLength(1);
  await submit({ token, attending: false, guests: [] });
  expect(await copies()).toHaveLength(2);
  await submit({ token, attending: false, guests: [], contact: { ...guest, email: 'other@example.test' } });
  expect((await copies()).map(({ recipient }) => recipient)).toEqual([
    'arjun@example.test',
    'arjun@example.test',
    'other@example.test',
  ]);
});

test('no copy is sent without an address, or for another form than a party’s', async () => {
  await submit({ contact: { name: 'Arjun Rao', phone: '+6591234567' } });
  await submit({}, null);
  expect(await copies()).toEqual([]);
});

test('the copies to one address are limited, so that nobody can flood a stranger', async () => {
  for (let n = 0; n < 12; n++) {
    await db.sql`truncate public.rate_limits`;
    await submit();
  }
  const [{ most }] = await db.sql<
    [{ most: number }]
  >`select details_request_mails_hour_max as most from public.settings`;
  expect(await copies()).toHaveLength(most);
});
