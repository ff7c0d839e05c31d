import { createHash } from 'node:crypto';
import { Hono, type Context } from 'hono';
import type { GetEmailResponseSuccess, ListEmail } from 'resend';
import { readDraft } from './draft.ts';
import { ResendFailure } from './errors.ts';
import type { Draft, Mail } from './mail.ts';
import { createRate } from './rate.ts';
import type { Store } from './store.ts';

const MAX_BATCH = 100;

const listed = (mail: Mail): ListEmail => ({
  id: mail.id,
  message_id: `<${mail.id}@mail.local>`,
  created_at: mail.created_at,
  from: mail.from,
  to: mail.to,
  cc: mail.cc,
  bcc: mail.bcc,
  reply_to: mail.reply_to,
  subject: mail.subject,
  last_event: 'delivered',
  scheduled_at: null,
});

const mailJson = (mail: Mail): GetEmailResponseSuccess => ({
  object: 'email',
  ...listed(mail),
  html: mail.html,
  text: mail.text,
  tags: mail.tags,
});

/** Sorts keys, because a request body that was stored in a database may have its keys in another order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]): [string, unknown] => [key, canonical(inner)])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** As at Resend, the mails of a batch cannot have attachments. */
function readBatchDraft(body: unknown): Draft {
  const draft = readDraft(body);
  if (draft.attachments.length === 0) return draft;
  throw new ResendFailure(422, 'validation_error', 'The `attachments` field is not supported in a batch.');
}

export function mailApi(
  store: Store,
  apiKey: string | undefined,
  perSecond?: number,
  onSent: (mails: Mail[]) => void = () => undefined,
) {
  const api = new Hono();
  const take = perSecond === undefined ? () => undefined : createRate(perSecond);

  api.use(async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    if (token === undefined) {
      throw new ResendFailure(401, 'missing_api_key', 'Missing API key in the authorization header.');
    }
    if (apiKey !== undefined && token !== apiKey) {
      throw new ResendFailure(403, 'invalid_api_key', 'API key is invalid.');
    }
    take();
    await next();
  });

  /** Sends at most once for an idempotency key. */
  async function send(c: Context, read: (body: unknown) => Draft[], answer: (mails: Mail[]) => object) {
    const body: unknown = await c.req.json().catch(() => {
      throw new ResendFailure(422, 'validation_error', 'The body is not valid JSON.');
    });
    const key = c.req.header('idempotency-key');
    if (key === undefined) {
      const sent = store.send(read(body));
      onSent(sent);
      return c.json(answer(sent));
    }

    if (key.length < 1 || key.length > 256) {
      throw new ResendFailure(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.');
    }
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([c.req.path, canonical(body)]))
      .digest('base64url');
    const before = store.answerTo(key);
    if (before && before.fingerprint !== fingerprint) {
      throw new ResendFailure(
        409,
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      );
    }
    if (before) return c.json(JSON.parse(before.body) as object);
    const mails = store.send(read(body), {
      key,
      fingerprint,
      body: (sent) => JSON.stringify(answer(sent)),
    });
    onSent(mails);
    return c.json(answer(mails));
  }

  api.post('/', (c) =>
    send(
      c,
      (body) => [readDraft(body)],
      ([mail]) => ({ id: mail?.id }),
    ),
  );

  api.post('/batch', (c) => {
    if (c.req.header('x-batch-validation') === 'permissive') {
      throw new ResendFailure(422, 'validation_error', 'Permissive validation is not built here.');
    }
    return send(
      c,
      (body) => {
        if (!Array.isArray(body) || body.length < 1 || body.length > MAX_BATCH) {
          throw new ResendFailure(422, 'validation_error', `A batch has 1 to ${MAX_BATCH} emails.`);
        }
        return body.map(readBatchDraft);
      },
      (mails) => ({ data: mails.map(({ id }) => ({ id })) }),
    );
  });

  api.get('/', (c) => {
    const { limit = '20', after, before } = c.req.query();
    const mails = store.list();
    const start = after === undefined ? 0 : mails.findIndex(({ id }) => id === after) + 1;
    const end = before === undefined ? mails.length : mails.findIndex(({ id }) => id === before);
    const page = mails.slice(start, Math.max(start, end)).slice(0, Number(limit));
    return c.json({ object: 'list', has_more: start + page.length < end, data: page.map(listed) });
  });

  api.get('/:id', (c) => {
    const mail = store.get(c.req.param('id'));
    if (!mail) throw new ResendFailure(404, 'not_found', 'Email not found');
    return c.json(mailJson(mail));
  });

  return api;
}
