/** Keys for the simulated WhatsApp and Twilio. */
import type { Env } from '#server/env.ts';
import { approvedTemplates, type PhoneOptions } from '#local/phones/start.ts';

export const phoneKeys = {
  WHATSAPP_PHONE_NUMBER_ID: '100000000000002',
  WHATSAPP_ACCESS_TOKEN: 'whatsapp-token',
  WHATSAPP_APP_SECRET: 'whatsapp-secret',
  WHATSAPP_VERIFY_TOKEN: 'whatsapp-verify-token',
  TWILIO_ACCOUNT_SID: `AC${'1'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'twilio-token',
  TWILIO_FROM: 'OtterTrails',
} satisfies Partial<Env>;

/** The simulation for these keys. WhatsApp's reports go to `webhook`. */
export const phoneSimulation = (webhook?: string): PhoneOptions => ({
  firstRetryMs: 10,
  whatsapp: {
    phoneNumberId: phoneKeys.WHATSAPP_PHONE_NUMBER_ID,
    accessToken: phoneKeys.WHATSAPP_ACCESS_TOKEN,
    templates: approvedTemplates,
    ...(webhook !== undefined && { webhook: { url: webhook, secret: phoneKeys.WHATSAPP_APP_SECRET } }),
  },
  twilio: {
    accountSid: phoneKeys.TWILIO_ACCOUNT_SID,
    authToken: phoneKeys.TWILIO_AUTH_TOKEN,
    senders: [phoneKeys.TWILIO_FROM],
  },
});
