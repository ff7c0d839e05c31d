import { getMimeType } from 'hono/utils/mime';
import * as v from 'valibot';
import { ResendFailure } from './errors.ts';
import type { Draft } from './mail.ts';

type Code = ConstructorParameters<typeof ResendFailure>[1];

const format =
  'The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.';
/** Less strict than the standard on purpose: refuses only addresses that no mail server would accept. */
const address = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?:[^<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/),
);
const list = v.pipe(
  v.union([
    v.array(address),
    v.pipe(
      address,
      v.transform((one) => [one]),
    ),
  ]),
  v.maxLength(50),
);
const optionalList = v.optional(v.nullable(list), null);

const Attachment = v.strictObject({
  content: v.pipe(
    v.string(),
    v.base64(),
    v.transform((text) => Buffer.from(text, 'base64')),
  ),
  filename: v.pipe(v.string(), v.minLength(1)),
  content_type: v.exactOptional(v.nullable(v.string()), null),
  content_id: v.exactOptional(v.nullable(v.string()), null),
});

const Tag = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[\w-]{1,256}$/)),
  value: v.pipe(v.string(), v.regex(/^[\w-]{0,256}$/)),
});

/** The supported fields of `emails.send`. Templates, topics and scheduled sending are missing. */
const Body = v.strictObject({
  from: address,
  to: list,
  cc: optionalList,
  bcc: optionalList,
  reply_to: optionalList,
  subject: v.string(),
  html: v.optional(v.nullable(v.string()), null),
  text: v.optional(v.nullable(v.string()), null),
  headers: v.optional(v.nullable(v.record(v.string(), v.string())), null),
  tags: v.optional(v.nullable(v.array(Tag)), null),
  attachments: v.optional(v.nullable(v.array(Attachment)), null),
});

export function readDraft(body: unknown): Draft {
  const result = v.safeParse(Body, body, { abortEarly: true });
  if (!result.success) throw refusal(result.issues[0]);
  const { cc, bcc, reply_to, headers, tags, attachments, ...mail } = result.output;
  if (!mail.html && !mail.text) {
    throw new ResendFailure(422, 'validation_error', 'Missing `html` or `text` field.');
  }
  return {
    ...mail,
    cc: cc ?? [],
    bcc: bcc ?? [],
    reply_to: reply_to ?? [],
    headers: headers ?? {},
    tags: tags ?? [],
    attachments: (attachments ?? []).map((attachment) => ({
      ...attachment,
      content_type: attachment.content_type ?? getMimeType(attachment.filename) ?? 'application/octet-stream',
    })),
  };
}

function refusal(issue: v.BaseIssue<unknown>): ResendFailure {
  const fail = (code: Code, message: string) => new ResendFailure(422, code, message);
  const [first] = issue.path ?? [];
  const field = first === undefined ? 'body' : String(first.key);
  if (issue.expected === 'never')
    return fail('validation_error', `The field \`${field}\` is not built here.`);
  if (issue.path?.length === 1 && issue.received === 'undefined') {
    return fail('missing_required_field', `Missing \`${field}\` field.`);
  }
  switch (field) {
    case 'from':
      return fail('invalid_from_address', `Invalid \`from\` field. ${format}`);
    case 'to':
    case 'cc':
    case 'bcc':
    case 'reply_to':
      return fail('validation_error', `Invalid \`${field}\` field. ${format}`);
    case 'tags':
      return fail(
        'validation_error',
        'Tags should only contain ASCII letters, numbers, underscores, or dashes.',
      );
    case 'attachments':
      return fail('invalid_attachment', 'An attachment needs a `filename` and its `content` in base64.');
    default:
      return fail('validation_error', `Invalid \`${field}\` field. ${issue.message}`);
  }
}
