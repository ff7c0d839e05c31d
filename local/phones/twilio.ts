import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { createFirstTries, outcomeOf, isNumber } from './test-numbers.ts';
import type { WebhookSender } from '../webhook-sender.ts';
import { twilioSignature } from './reporter.ts';
import type { SentText, Texts } from './store.ts';

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  senders: string[];
}

const BODY_MAX = 1600;
const knownFields = new Set(['To', 'From', 'MessagingServiceSid', 'Body', 'StatusCallback']);

class TwilioFailure extends Error {
  readonly status: number;
  readonly code: number;
  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function twilioApi(texts: Texts, poster: WebhookSender, options: TwilioOptions) {
  const routes = new Hono();
  const isFirstTry = createFirstTries();

  routes.post('/Accounts/:sid/Messages.json', async (c) => {
    const key = Buffer.from(`${options.accountSid}:${options.authToken}`).toString('base64');
    if (c.req.header('authorization') !== `Basic ${key}` || c.req.param('sid') !== options.accountSid)
      throw new TwilioFailure(401, 20_003, 'Authenticate');
    const fields = new URLSearchParams(await c.req.text());
    const unknown = [...fields.keys()].find((name) => !knownFields.has(name));
    if (unknown !== undefined)
      throw new TwilioFailure(400, 20_001, `Unknown parameter ${unknown}: not built here`);
    const to = fields.get('To') ?? '';
    const text = fields.get('Body') ?? '';
    const callback = fields.get('StatusCallback');
    if (to === '') throw new TwilioFailure(400, 21_604, "A 'To' phone number is required.");
    if (!isNumber(to)) throw new TwilioFailure(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
    const from = fields.get('MessagingServiceSid') ?? fields.get('From') ?? '';
    if (from === '') throw new TwilioFailure(400, 21_603, "A 'From' phone number is required.");
    if (!options.senders.includes(from))
      throw new TwilioFailure(
        400,
        21_606,
        `The 'From' phone number provided (${from}) is not a valid sender.`,
      );
    if (text === '') throw new TwilioFailure(400, 21_602, 'Message body is required.');
    if (text.length > BODY_MAX)
      throw new TwilioFailure(400, 21_617, 'The concatenated message body exceeds the 1600 character limit.');
    if (callback !== null && !URL.canParse(callback))
      throw new TwilioFailure(400, 21_609, `The 'StatusCallback' URL ${callback} is not a valid URL.`);
    const fate = outcomeOf(to);
    if (fate === '0410') throw new TwilioFailure(400, 21_610, 'Attempt to send to unsubscribed recipient');
    if (fate === '0429' && isFirstTry(to)) throw new TwilioFailure(429, 20_429, 'Too Many Requests');
    if (fate === '0500' && isFirstTry(to))
      throw new TwilioFailure(
        400,
        21_611,
        "This 'From' number has exceeded the maximum number of queued messages",
      );
    const sent = texts.add({ id: `SM${randomBytes(16).toString('hex')}`, channel: 'sms', to, text });
    report(sent, from, callback);
    return c.json(
      {
        sid: sent.id,
        account_sid: options.accountSid,
        to,
        from,
        body: text,
        status: 'queued',
        error_code: null,
      },
      201,
    );
  });

  routes.onError((error) => {
    if (!(error instanceof TwilioFailure)) console.error('[twilio]', error);
    const { status, code, message } =
      error instanceof TwilioFailure ? error : new TwilioFailure(500, 20_500, 'Internal Server Error');
    return Response.json(
      { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
      { status },
    );
  });

  function report(sent: SentText, from: string, callback: string | null): void {
    for (const status of statusesOf(outcomeOf(sent.to))) {
      texts.noteReport(sent.id, status);
      if (callback === null) continue;
      const fields = {
        AccountSid: options.accountSid,
        ApiVersion: '2010-04-01',
        From: from,
        MessageSid: sent.id,
        MessageStatus: status,
        SmsSid: sent.id,
        SmsStatus: status,
        To: sent.to,
        ...(status === 'undelivered' && { ErrorCode: '30005' }),
      };
      poster.post(callback, new URLSearchParams(fields).toString(), () => ({
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-twilio-signature': twilioSignature(callback, fields, options.authToken),
      }));
    }
  }

  return routes;
}

function statusesOf(fate: string): string[] {
  if (fate === '0404') return ['sent', 'undelivered'];
  return fate === '0408' ? ['sent'] : ['sent', 'delivered'];
}
