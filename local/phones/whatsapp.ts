import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import * as v from 'valibot';
import { createFirstTries, outcomeOf, isNumber } from './test-numbers.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import { metaSignature } from './reporter.ts';
import type { SentText, Texts } from './store.ts';

export interface WhatsappOptions {
  phoneNumberId: string;
  accessToken: string;
  templates: Record<string, { language: string; body: string }>;
  webhook?: { url: string; secret: string };
}

const BODY_MAX = 1024;
const ACCOUNT = '100000000000001';

const Body = v.strictObject({
  messaging_product: v.literal('whatsapp'),
  recipient_type: v.optional(v.literal('individual')),
  to: v.string(),
  type: v.literal('template'),
  template: v.strictObject({
    name: v.string(),
    language: v.strictObject({ code: v.string() }),
    components: v.optional(
      v.array(
        v.strictObject({
          type: v.literal('body'),
          parameters: v.array(v.strictObject({ type: v.literal('text'), text: v.string() })),
        }),
      ),
      [],
    ),
  }),
  biz_opaque_callback_data: v.optional(v.pipe(v.string(), v.maxLength(512))),
});
type Body = v.InferOutput<typeof Body>;

class GraphFailure extends Error {
  readonly status: number;
  readonly code: number;
  readonly details: string;
  constructor(status: number, code: number, title: string, details: string) {
    super(`(#${code}) ${title}`);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** A local double of Meta's Cloud API. The end of a number decides a message's fate (`test-numbers.ts`). */
export function whatsappApi(texts: Texts, poster: WebhookSender, options: WhatsappOptions) {
  const routes = new Hono();
  const isFirstTry = createFirstTries();

  routes.post('/:version/:number/messages', async (c) => {
    if (c.req.header('authorization') !== `Bearer ${options.accessToken}`)
      throw new GraphFailure(401, 190, 'Invalid OAuth access token', 'Cannot parse access token');
    if (c.req.param('number') !== options.phoneNumberId)
      throw new GraphFailure(400, 100, 'Invalid parameter', 'Unsupported post request: unknown object');
    const parsed = v.safeParse(Body, await c.req.json().catch(() => null));
    if (!parsed.success) {
      const [issue] = parsed.issues;
      throw issue.received === 'undefined'
        ? new GraphFailure(400, 131_008, 'Required parameter is missing', v.getDotPath(issue) ?? 'body')
        : new GraphFailure(400, 100, 'Invalid parameter', v.getDotPath(issue) ?? 'body');
    }
    const body = parsed.output;
    if (!isNumber(body.to)) throw new GraphFailure(400, 131_009, 'Parameter value is not valid', 'to');
    const text = fillTemplate(body, options.templates);
    const fate = outcomeOf(body.to);
    if (fate === '0429' && isFirstTry(body.to))
      throw new GraphFailure(
        429,
        130_429,
        'Rate limit hit',
        'Cloud API message throughput has been reached.',
      );
    if (fate === '0500' && isFirstTry(body.to))
      throw new GraphFailure(
        500,
        131_000,
        'Something went wrong',
        'Message failed to send due to an unknown error.',
      );
    const sent = texts.add({
      id: `wamid.${randomBytes(24).toString('base64')}`,
      channel: 'whatsapp',
      to: body.to,
      text,
    });
    report(sent, body);
    return c.json({
      messaging_product: 'whatsapp',
      contacts: [{ input: body.to, wa_id: body.to.slice(1) }],
      messages: [{ id: sent.id, message_status: 'accepted' }],
    });
  });

  routes.onError((error) => {
    if (!(error instanceof GraphFailure)) console.error('[whatsapp]', error);
    const { status, code, message, details } =
      error instanceof GraphFailure ? error : new GraphFailure(500, 1, 'API unknown', 'Unexpected');
    return Response.json(
      {
        error: {
          message,
          type: 'OAuthException',
          code,
          error_data: { messaging_product: 'whatsapp', details },
          fbtrace_id: randomBytes(8).toString('hex'),
        },
      },
      { status },
    );
  });

  function report(sent: SentText, { biz_opaque_callback_data }: Body): void {
    for (const status of statusesOf(outcomeOf(sent.to))) {
      texts.noteReport(sent.id, status);
      if (!options.webhook) continue;
      const body = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [
          {
            id: ACCOUNT,
            changes: [
              {
                field: 'messages',
                value: {
                  messaging_product: 'whatsapp',
                  metadata: { display_phone_number: '6561234567', phone_number_id: options.phoneNumberId },
                  statuses: [
                    {
                      id: sent.id,
                      status,
                      timestamp: String(Math.floor(Date.now() / 1000)),
                      recipient_id: sent.to.slice(1),
                      ...(biz_opaque_callback_data !== undefined && { biz_opaque_callback_data }),
                      ...(status === 'failed' && { errors: [errorOf(outcomeOf(sent.to))] }),
                    },
                  ],
                },
              },
            ],
          },
        ],
      });
      const { url, secret } = options.webhook;
      poster.post(url, body, () => ({
        'content-type': 'application/json',
        'x-hub-signature-256': metaSignature(body, secret),
      }));
    }
  }

  return routes;
}

/** Like Meta, leaves out `delivered` if a message is read at once. */
function statusesOf(fate: string): string[] {
  if (fate === '0404' || fate === '0410') return ['failed'];
  if (fate === '0408') return ['sent'];
  return fate === '0201' ? ['sent', 'delivered'] : ['sent', 'read'];
}

const errorOf = (fate: string) =>
  fate === '0410'
    ? { code: 131_050, title: 'User has stopped marketing messages', error_data: { details: 'Opted out.' } }
    : {
        code: 131_026,
        title: 'Message undeliverable',
        error_data: { details: 'Message Undeliverable.' },
      };

/** Fills the template's parameters, and refuses what Meta refuses. */
function fillTemplate({ template }: Body, templates: WhatsappOptions['templates']): string {
  const approved = templates[template.name];
  if (approved?.language !== template.language.code)
    throw new GraphFailure(
      404,
      132_001,
      'Template name does not exist in the translation',
      `template name (${template.name}) does not exist in ${template.language.code}`,
    );
  const parameters = template.components.flatMap((component) => component.parameters.map(({ text }) => text));
  const expected = new Set(approved.body.match(/\{\{\d+\}\}/g)).size;
  if (parameters.length !== expected)
    throw new GraphFailure(
      400,
      132_000,
      'Number of parameters does not match the expected number of params',
      `body: number of localizable_params (${parameters.length}) does not match the expected number of params (${expected})`,
    );
  if (parameters.some((text) => text === ''))
    throw new GraphFailure(
      400,
      131_008,
      'Required parameter is missing',
      'Parameter of type text is missing text value',
    );
  if (parameters.some((text) => /[\n\t]| {5}/.test(text)))
    throw new GraphFailure(
      400,
      132_018,
      'There is an issue with the parameters in your template',
      'Param text cannot have new-line/tab characters or more than 4 consecutive spaces',
    );
  const text = approved.body.replaceAll(
    /\{\{(\d+)\}\}/g,
    (_all, n: string) => parameters[Number(n) - 1] ?? '',
  );
  if (text.length > BODY_MAX)
    throw new GraphFailure(400, 132_005, 'Translated text too long', `body: ${text.length} > ${BODY_MAX}`);
  return text;
}
