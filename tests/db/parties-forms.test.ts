import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type Caller, type TestDatabase } from '#support/database.ts';
import * as leads from '#support/sql-leads.ts';
import { countRows, makeUser, refusal, rpc, visitor, waitForLocked } from '#support/sql.ts';

let db: TestDatabase;
let admin: Caller;
let code: string;
beforeAll(async () => {
  db = await createDatabase();
  admin = { role: 'authenticated', sub: await makeUser(db, 'admin@example.test', ['admin']) };
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.sql`truncate public.parties, public.rate_limits cascade`;
  ({ code } = await leads.createParty(db, admin, leads.partyFields('2090-01-01T10:00:00Z')));
});

const load = (token: string, who: Caller = visitor) =>
  rpc<{ status: string; body: Record<string, unknown> } | null>(db, who, 'load_form_draft', {
    p_token: token,
  });
const readResponses = () => db.sql<Record<string, unknown>[]>`
  select id, token, attending, contact_name, contact_email, contact_phone, answers, duplicate_of
  from public.form_responses order by submitted_at`;
const guests = async () => {
  const [row] = await db.sql<
    [{ n: number }]
  >`select private.party_guests(id) as n from public.parties where code = ${code}`;
  return row.n;
};

test('a response is stored, with its health in another table', async () => {
  const body = leads.formResponse(code, {
    health: { asthma: true },
    answers: { colour: 'blue', allergies: 'Bees' },
  });
  const { token } = await leads.submitResponse(db, body);
  expect(await readResponses()).toMatchObject([
    { token, attending: true, contact_name: 'Arjun Rao', answers: { colour: 'blue' }, duplicate_of: null },
  ]);
  expect((await readResponses())[0]?.['answers']).toEqual({ colour: 'blue' });
  const health = await db.sql`select position, details from public.form_response_health order by position`;
  expect([...health]).toEqual([
    { position: 0, details: { asthma: true, allergies: 'Bees' } },
    { position: 1, details: { allergies: 'Peanuts' } },
  ]);
  expect(await guests()).toBe(2);
});

test('the token reads the whole response, and nobody can read it without the token', async () => {
  const { token } = await leads.submitResponse(db, leads.formResponse(code));
  expect(await load(token)).toMatchObject({
    status: 'submitted',
    form_id: 'form-rsvp',
    body: {
      contact: { email: 'arjun@example.test' },
      health: { allergies: 'none that we know' },
      guests: [
        { name: 'Anika', age: 9, kind: 'child', allergies: 'Peanuts' },
        { name: 'Arjun', age: null, kind: 'adult', allergies: null },
      ],
    },
  });
  const [row] = await readResponses();
  expect(await load(row?.['id'] as string)).toBeNull();
});

test('guessed tokens are counted and then refused', async () => {
  const who = leads.visitorAt('203.0.113.1');
  for (let n = 0; n < 60; n++) expect(await load(randomUUID(), who)).toBeNull();
  expect(await refusal(load(randomUUID(), who))).toMatchObject({ code: 'rate_limited', status: 429 });
});

test('a draft is saved, changed, resumed and submitted with one token', async () => {
  const draft = { form_id: 'form-rsvp', party_code: code, body: { contact: { name: 'Ar' }, anything: [1] } };
  const { token } = await leads.saveDraft(db, draft);
  expect(await leads.saveDraft(db, { ...draft, token, body: { step: 2 } })).toEqual({ token });
  expect(await load(token)).toMatchObject({ status: 'draft', body: { step: 2 } });
  expect(await leads.submitResponse(db, leads.formResponse(code, { token }))).toEqual({ token });
  expect(await countRows(db, 'form_drafts')).toBe(0);
  expect(await load(token)).toMatchObject({ status: 'submitted' });
});

test('a caller cannot choose a token, or overwrite a draft of another form or party', async () => {
  const chosen = randomUUID();
  const draft = { form_id: 'form-rsvp', party_code: code, body: { mine: true } };
  const { token } = await leads.saveDraft(db, { ...draft, token: chosen });
  expect(token).not.toBe(chosen);
  for (const change of [{ form_id: 'other' }, { party_code: null }]) {
    expect((await leads.saveDraft(db, { ...draft, ...change, token, body: {} })).token).not.toBe(token);
  }
  expect(await load(token)).toMatchObject({ body: { mine: true } });
  expect((await leads.submitResponse(db, leads.formResponse(code, { token: chosen }))).token).not.toBe(
    chosen,
  );
});

test('a correction replaces guests and health, and adds no second response', async () => {
  const { token } = await leads.submitResponse(db, leads.formResponse(code));
  const change = { token, answers: {}, guests: [{ name: 'Dev', age: 5 }], attending: true };
  expect(await leads.submitResponse(db, leads.formResponse(code, change))).toEqual({ token });
  expect(await readResponses()).toHaveLength(1);
  expect(await countRows(db, 'form_response_health')).toBe(0);
  expect(await guests()).toBe(1);
  await leads.submitResponse(db, leads.formResponse(code, { ...change, attending: false }));
  expect(await guests()).toBe(0);
});

test('a token of another form or party cannot correct a response', async () => {
  const { token } = await leads.submitResponse(db, leads.formResponse(code));
  const other = await leads.createParty(db, admin, leads.partyFields('2090-02-01T10:00:00Z'));
  for (const body of [
    leads.formResponse(other.code, { token }),
    leads.formResponse(code, { token, form_id: 'other' }),
  ]) {
    expect(await refusal(leads.submitResponse(db, body))).toMatchObject({
      code: 'invalid_input',
      field: 'token',
    });
  }
  expect(await guests()).toBe(2);
});

test('a double click on a saved draft stores one response', async () => {
  const { token } = await leads.saveDraft(db, { form_id: 'form-rsvp', party_code: code, body: {} });
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => leads.submitResponse(db, leads.formResponse(code, { token }))),
  );
  expect(new Set(answers.map((answer) => answer.token))).toEqual(new Set([token]));
  expect(await readResponses()).toHaveLength(1);
  expect(await guests()).toBe(2);
});

describe('a family that answers twice', () => {
  const contact = (name: string, email: string | null, phone: string | null) => ({
    contact: { name, email, phone },
  });

  test.each([
    ['the same e-mail, spelled otherwise', contact('Priya', 'ARJUN@example.test', '+6580000000')],
    ['the same telephone', contact('Priya', 'priya@example.test', '+65 8123 4567')],
  ])('the family is recognised by %s, and the response does not reveal that', async (_, change) => {
    await leads.submitResponse(db, leads.formResponse(code));
    expect(await leads.submitResponse(db, leads.formResponse(code, change))).toEqual({
      token: expect.any(String) as string,
    });
    const [first, second] = await readResponses();
    expect([first?.['duplicate_of'], second?.['duplicate_of']]).toEqual([null, first?.['id']]);
    expect(await guests()).toBe(2);
  });

  test('another family, or the same family at another party, is not recognised', async () => {
    await leads.submitResponse(db, leads.formResponse(code));
    await leads.submitResponse(db, leads.formResponse(code, contact('Farah', 'farah@example.test', null)));
    await leads.submitResponse(db, leads.formResponse(code, contact('Wei', null, '+6582222222')));
    const other = await leads.createParty(db, admin, leads.partyFields('2090-02-01T10:00:00Z'));
    await leads.submitResponse(db, leads.formResponse(other.code));
    expect((await readResponses()).map((row) => row['duplicate_of'])).toEqual([null, null, null, null]);
  });

  test('the family is recognised even if both answer at once, because the second waits for the first', async () => {
    let second: Promise<unknown> | undefined;
    await db.sql.begin(async (sql) => {
      await sql`select public.submit_form_response(${sql.json(leads.formResponse(code))})`;
      second = leads.submitResponse(db, leads.formResponse(code));
      await waitForLocked(db);
    });
    await second;
    const [first, marked] = await readResponses();
    expect([first?.['duplicate_of'], marked?.['duplicate_of']]).toEqual([null, first?.['id']]);
    expect(await guests()).toBe(2);
  });

  test('a stranger who knows only the address cannot undo the family’s answer', async () => {
    const { token } = await leads.submitResponse(db, leads.formResponse(code));
    await leads.submitResponse(db, leads.formResponse(code, { attending: false, guests: [] }));
    expect(await guests()).toBe(2);
    expect(await load(token)).toMatchObject({ body: { attending: true } });
  });
});

test('a closed or unknown party takes no answers and no drafts', async () => {
  const draft = (party_code: unknown) => leads.saveDraft(db, { form_id: 'f', party_code, body: {} });
  for (const call of [
    () => leads.submitResponse(db, leads.formResponse('2'.repeat(20))),
    () => draft('2'.repeat(20)),
  ]) {
    expect(await refusal(call())).toMatchObject({
      code: 'party_not_found',
      status: 404,
      field: 'party_code',
    });
  }
  await db.sql`update public.parties set status = 'cancelled'`;
  for (const call of [() => leads.submitResponse(db, leads.formResponse(code)), () => draft(code)]) {
    expect(await refusal(call())).toMatchObject({ code: 'party_closed', status: 409, field: 'party_code' });
  }
  expect([await countRows(db, 'form_responses'), await countRows(db, 'form_drafts')]).toEqual([0, 0]);
});

const with13 = Array.from({ length: 13 }, () => ({ name: 'A' }));
const garbage: [what: string, change: unknown, field: string][] = [
  ['nothing', null, 'p_response'],
  ['a list', [], 'p_response'],
  ['too much', { answers: { a: 'x'.repeat(20_000) } }, 'p_response'],
  ['no form', { form_id: undefined }, 'form_id'],
  ['a form as number', { form_id: 5 }, 'form_id'],
  ['a revision as list', { form_revision: [] }, 'form_revision'],
  ['a token that is none', { token: 'mine' }, 'token'],
  ['a token as object', { token: {} }, 'token'],
  ['a code as number', { party_code: 5 }, 'party_code'],
  ['attending in words', { attending: 'yes' }, 'attending'],
  ['no contact', { contact: undefined }, 'contact.name'],
  ['a contact without address', { contact: { name: 'A' } }, 'contact.email'],
  ['half an e-mail', { contact: { name: 'A', email: 'a@b' } }, 'contact.email'],
  ['a bad telephone', { contact: { name: 'A', phone: '1' } }, 'contact.phone'],
  ['answers as list', { answers: [] }, 'answers'],
  [
    'too many answers',
    { answers: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`a${n}`, 1])) },
    'answers',
  ],
  ['a strange field', { answers: { 'a b': 1 } }, 'answers'],
  ['a nested answer', { answers: { a: { b: 1 } } }, 'answers.a'],
  ['an endless answer', { answers: { a: 'x'.repeat(2001) } }, 'answers.a'],
  ['an endless list', { answers: { a: Array.from({ length: 31 }, () => 'x') } }, 'answers.a'],
  ['a list of lists', { answers: { a: [['x']] } }, 'answers.a'],
  ['a control character', { answers: { a: 'x\u0007' } }, 'answers.a'],
  ['a backspace', { answers: { a: 'nuts\b\b\b\b' } }, 'answers.a'],
  ['what turns the writing', { answers: { a: 'no \u202estun' } }, 'answers.a'],
  ['what turns the writing, in a list', { answers: { a: ['x', '\u2066stun'] } }, 'answers.a'],
  ['what turns the writing, of health', { health: { a: 'no \u202estun' } }, 'health.a'],
  [
    'what turns the writing, of a guest',
    { guests: [{ name: 'Anika', allergies: '\u202estun' }] },
    'guests[0].allergies',
  ],
  ['health as text', { health: 'x' }, 'health'],
  ['guests as object', { guests: {} }, 'guests'],
  ['too many guests', { guests: with13 }, 'guests'],
  ['a guest as text', { guests: ['Kai'] }, 'guests[0]'],
  ['a guest without name', { guests: [{ name: 'A' }, {}] }, 'guests[1].name'],
  ['an impossible age', { guests: [{ name: 'A', age: -1 }] }, 'guests[0].age'],
  ['an age in words', { guests: [{ name: 'A', age: 'nine' }] }, 'guests[0].age'],
  ['an otter', { guests: [{ name: 'A', kind: 'otter' }] }, 'guests[0].kind'],
  ['endless allergies', { guests: [{ name: 'A', allergies: 'x'.repeat(501) }] }, 'guests[0].allergies'],
];
test.each(garbage)('submit_form_response refuses %s and writes nothing', async (_, change, field) => {
  const body = change && !Array.isArray(change) ? leads.formResponse(code, change) : change;
  const call = db.as(
    visitor,
    (sql) => sql`select public.submit_form_response(${JSON.stringify(body)}::text::jsonb)`,
  );
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', status: 400, field });
  expect(await countRows(db, 'form_responses')).toBe(0);
});

test.each([
  ['nothing', null, 'p_draft'],
  ['no body', { form_id: 'f' }, 'body'],
  ['a body as list', { form_id: 'f', body: [] }, 'body'],
  ['too much', { form_id: 'f', body: { a: 'x'.repeat(16_400) } }, 'body'],
])('save_form_draft refuses %s', async (_, body, field) => {
  const call = db.as(
    visitor,
    (sql) => sql`select public.save_form_draft(${JSON.stringify(body)}::text::jsonb)`,
  );
  expect(await refusal(call)).toMatchObject({ code: 'invalid_input', field });
  expect(await countRows(db, 'form_drafts')).toBe(0);
});

test('lists, numbers and texts of several lines are valid answers', async () => {
  const answers = { size: ['S', 'M'], age: 8, agreed: true, note: 'two\nlines 好', empty: '', none: null };
  const { token } = await leads.submitResponse(db, leads.formResponse(code, { answers }));
  expect(await load(token)).toMatchObject({ body: { answers } });
});
