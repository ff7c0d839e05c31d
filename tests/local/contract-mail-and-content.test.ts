/**
 * Tests what the shop expects of Resend and Sanity, always with our simulations, and with real accounts if there are
 * keys (`CONTRACT_RESEND_API_KEY=… CONTRACT_MAIL_FROM=… npx vitest run --project local contract-mail`).
 */
import { Resend } from 'resend';
import { afterAll, describe, expect, test } from 'vitest';
import { resendTargets, sanityTargets } from '#support/service-targets.ts';

const [mails, contents] = await Promise.all([resendTargets(), sanityTargets()]);
afterAll(() => Promise.all([mails.stop(), contents.stop()]));

describe.each(mails.targets)('mails by $name', ({ url, key, from }) => {
  const send = async (change: object, more: Record<string, string> = {}, by = key) => {
    const answer = await fetch(`${url}/emails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(by && { authorization: `Bearer ${by}` }), ...more },
      body: JSON.stringify({
        from,
        to: 'delivered+contract@resend.dev',
        subject: 'Contract',
        text: 'Hello',
        ...change,
      }),
    });
    return { status: answer.status, body: (await answer.json()) as { id?: string; name?: string } };
  };

  test('a mail is taken once for each key, and can be read', async () => {
    const idempotency = { 'idempotency-key': crypto.randomUUID() };
    const first = await send({}, idempotency);
    expect(first).toMatchObject({ status: 200, body: { id: expect.any(String) as string } });
    expect((await send({}, idempotency)).body.id).toBe(first.body.id);
    expect(await send({ subject: 'Another' }, idempotency)).toMatchObject({
      status: 409,
      body: { name: 'invalid_idempotent_request' },
    });
    const read = await fetch(`${url}/emails/${first.body.id}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await read.json()).toMatchObject({
      object: 'email',
      id: first.body.id,
      subject: 'Contract',
      to: ['delivered+contract@resend.dev'],
    });
  });

  test.each<
    [
      what: string,
      change: object,
      headers: Record<string, string>,
      by: string | undefined,
      status: number,
      name: string,
    ]
  >([
    ['no key', {}, {}, '', 401, 'missing_api_key'],
    ['no subject', { subject: undefined }, {}, undefined, 422, 'missing_required_field'],
    ['no mailbox', { to: 'nobody' }, {}, undefined, 422, 'validation_error'],
    [
      'a key of 257 characters',
      {},
      { 'idempotency-key': 'k'.repeat(257) },
      undefined,
      400,
      'invalid_idempotency_key',
    ],
  ])('%s is refused as documented', async (_, change, headers, by, status, name) => {
    expect(await send(change, headers, by ?? key)).toMatchObject({ status, body: { name } });
  });
});

test.each(mails.targets)('$name takes no mail by an unknown key', async ({ url, from }) => {
  const { error } = await new Resend('re_unknown', { baseUrl: url }).emails.send({
    from,
    to: 'delivered+contract@resend.dev',
    subject: 'Contract',
    text: 'Hello',
  });
  // Resend's documentation has 403 invalid_api_key on one page and 401 validation_error on another.
  expect([401, 403]).toContain(error?.statusCode);
});

describe.each(contents.targets)('content by $name', ({ url, dataset, token }) => {
  const asWriter = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const mutate = async (mutations: object[], headers: Record<string, string> = asWriter) => {
    const answer = await fetch(`${url}/data/mutate/${dataset}?returnIds=true`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ mutations }),
    });
    return { status: answer.status, body: (await answer.json()) as { transactionId?: string } };
  };
  const query = async (groq: string, perspective: string) => {
    const answer = await fetch(
      `${url}/data/query/${dataset}?${new URLSearchParams({ query: groq, perspective })}`,
      { headers: asWriter },
    );
    return { status: answer.status, body: (await answer.json()) as { result?: unknown } };
  };

  test('a draft is seen by editors alone, changes by revision, and is deleted', async () => {
    const id = `contract-${crypto.randomUUID()}`;
    const draft = `drafts.${id}`;
    try {
      expect(await mutate([{ create: { _id: draft, _type: 'contractTest', title: 'One' } }])).toMatchObject({
        status: 200,
        body: { transactionId: expect.any(String) as string },
      });
      expect(await mutate([{ create: { _id: draft, _type: 'contractTest' } }])).toMatchObject({
        status: 409,
      });
      const groq = `*[_type == "contractTest" && _id in ["${id}", "${draft}"]]{_id, title, _rev}`;
      expect((await query(groq, 'published')).body.result).toEqual([]);
      const drafts = (await query(groq, 'drafts')).body.result as { _id: string; title: string }[];
      expect(drafts.map(({ _id, title }) => [_id, title])).toEqual([[id, 'One']]);
      expect(
        await mutate([{ patch: { id: draft, ifRevisionID: 'old', set: { title: 'Two' } } }]),
      ).toMatchObject({ status: 409 });
      expect(await mutate([{ patch: { id: draft, set: { title: 'Two' } } }])).toMatchObject({ status: 200 });
    } finally {
      expect(await mutate([{ delete: { id: draft } }])).toMatchObject({ status: 200 });
    }
  });

  test('strangers write nothing, and a query that cannot be read is refused', async () => {
    const refused = await mutate([{ create: { _type: 'contractTest' } }], {
      'content-type': 'application/json',
    });
    expect([401, 403]).toContain(refused.status);
    expect((await query('*[', 'published')).status).toBe(400);
  });
});
