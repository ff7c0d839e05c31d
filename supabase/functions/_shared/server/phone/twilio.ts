import * as v from 'valibot';
import type { FailureReason } from '../../contract/message-channels.ts';
import type { Env } from '../env.ts';
import { type PhoneSender, post, type SendResult } from './sender.ts';
import { smsText } from './text.ts';

/** SMS are sent by Twilio's Messages resource: https://www.twilio.com/docs/messaging/api/message-resource */

const API = 'https://api.twilio.com';

const Created = v.object({ sid: v.string() });
const TwilioError = v.object({ code: v.number(), message: v.optional(v.string(), '') });

const reasons: Partial<Record<number, FailureReason>> = {
  21_211: 'invalid_number',
  21_214: 'invalid_number',
  21_217: 'invalid_number',
  21_614: 'invalid_number',
  21_610: 'stopped',
  30_003: 'unreachable',
  30_004: 'blocked',
  30_005: 'invalid_number',
  30_006: 'invalid_number',
  30_007: 'blocked',
  30_008: 'unreachable',
};
const QUEUE_OVERFLOW = 21_611;

export const twilioReason = (code: number): FailureReason =>
  reasons[code] ?? (code >= 20_000 && code < 30_000 ? 'not_set_up' : 'unreachable');

export const twilioCallback = (env: Pick<Env, 'SUPABASE_URL'>, id: string): string =>
  `${env.SUPABASE_URL}/functions/v1/twilio-webhook?id=${id}`;

export function createTwilio(env: Env): PhoneSender | null {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = env;
  if (!account || !token || !from) return null;
  const url = `${env.TWILIO_API_URL ?? API}/2010-04-01/Accounts/${account}/Messages.json`;
  return {
    async send({ id, to, text }) {
      const answer = await post(url, {
        headers: {
          authorization: `Basic ${btoa(`${account}:${token}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          To: to,
          [from.startsWith('MG') && from.length === 34 ? 'MessagingServiceSid' : 'From']: from,
          Body: smsText(text),
          StatusCallback: twilioCallback(env, id),
        }).toString(),
      });
      return resultOf(answer);
    },
  };
}

function resultOf(answer: Awaited<ReturnType<typeof post>>): SendResult {
  if (answer === null) return { state: 'unknown', error: 'Twilio did not answer' };
  const created = v.safeParse(Created, answer.body);
  if (answer.status === 201 && created.success) return { state: 'sent', providerId: created.output.sid };
  const failed = v.safeParse(TwilioError, answer.body);
  const error = failed.success
    ? `${failed.output.code}: ${failed.output.message}`
    : `Twilio answered ${answer.status}`;
  if (answer.status === 429) return { state: 'paused', seconds: 10, error };
  if (!failed.success || answer.status >= 500) return { state: 'unknown', error };
  const { code } = failed.output;
  return { state: 'failed', reason: twilioReason(code), retry: code === QUEUE_OVERFLOW, error };
}
