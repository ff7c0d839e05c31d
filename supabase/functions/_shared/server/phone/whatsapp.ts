import * as v from 'valibot';
import type { FailureReason } from '../../contract/message-channels.ts';
import type { Env } from '../env.ts';
import { type PhoneSender, post, type SendResult } from './sender.ts';

/**
 * WhatsApp messages are sent by the Cloud API:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp
 */

const API = 'https://graph.facebook.com/v26.0';

const whatsappDefaults = { template: 'booking_notice', language: 'en' };

const Accepted = v.object({ messages: v.tuple([v.looseObject({ id: v.string() })]) });
const GraphError = v.object({
  error: v.object({
    code: v.number(),
    message: v.optional(v.string(), ''),
    error_data: v.optional(v.object({ details: v.optional(v.string()) })),
  }),
});

/**
 * Codes that mean that the limit of the app, the account or all messages per second is reached. Nothing more is
 * accepted for now.
 */
const pausing = new Set([4, 80_007, 130_429, 131_048]);
/** Codes of calls that may succeed a moment later, as Meta says. 131056 means too many messages to this number. */
const passing = new Set([1, 2, 131_000, 131_016, 131_056, 133_004]);
const reasons: Partial<Record<number, FailureReason>> = {
  131_026: 'no_account',
  131_021: 'invalid_number',
  131_030: 'not_set_up',
  131_047: 'not_set_up',
  131_049: 'blocked',
  131_050: 'stopped',
  130_497: 'blocked',
  130_472: 'blocked',
};
/** Returns whether our key, number, template or request is wrong. Every message then fails until somebody fixes it. */
const isSetup = (code: number) =>
  code < 400 ||
  (code >= 131_005 && code <= 131_009) ||
  (code >= 132_000 && code < 133_000) ||
  settings.has(code);
const settings = new Set([131_031, 131_042, 131_045, 131_051, 131_057, 133_010, 368]);

export const whatsappReason = (code: number): FailureReason =>
  reasons[code] ?? (isSetup(code) ? 'not_set_up' : 'other');

/**
 * Returns null unless all four keys are set, because without the webhook's secret nobody would learn what was
 * delivered.
 */
export function createWhatsapp(env: Env): PhoneSender | null {
  const { WHATSAPP_PHONE_NUMBER_ID: number, WHATSAPP_ACCESS_TOKEN: token } = env;
  if (!number || !token || !env.WHATSAPP_APP_SECRET || !env.WHATSAPP_VERIFY_TOKEN) return null;
  const url = `${env.WHATSAPP_API_URL ?? API}/${number}/messages`;
  return {
    async send({ id, to, text }) {
      const answer = await post(url, {
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          type: 'template',
          template: {
            name: env.WHATSAPP_TEMPLATE ?? whatsappDefaults.template,
            language: { code: env.WHATSAPP_LANGUAGE ?? whatsappDefaults.language },
            components: [
              {
                type: 'body',
                parameters: [text.name, text.about, text.words].map((words) => ({
                  type: 'text',
                  text: words,
                })),
              },
            ],
          },
          biz_opaque_callback_data: id,
        }),
      });
      return resultOf(answer);
    },
  };
}

function resultOf(answer: Awaited<ReturnType<typeof post>>): SendResult {
  if (answer === null) return { state: 'unknown', error: 'WhatsApp did not answer' };
  const accepted = v.safeParse(Accepted, answer.body);
  if (answer.status === 200 && accepted.success)
    return { state: 'sent', providerId: accepted.output.messages[0].id };
  const failed = v.safeParse(GraphError, answer.body);
  // The answer has an unknown format, perhaps from a gateway that may have passed the call on.
  if (!failed.success) return { state: 'unknown', error: `WhatsApp answered ${answer.status}` };
  const { code, message, error_data } = failed.output.error;
  const error = [`${code}`, message, error_data?.details].filter(Boolean).join(': ');
  if (pausing.has(code)) return { state: 'paused', seconds: 30, error };
  return { state: 'failed', reason: whatsappReason(code), retry: passing.has(code), error };
}
