import { join } from 'node:path';
import * as v from 'valibot';
import { runService } from '../service.ts';
import { approvedTemplates, type PhoneOptions } from '../phones/start.ts';
import { startMail } from './start.ts';

/** Resend's limit of requests per second on its smallest plan. */
const RESEND_PER_SECOND = 2;

const Env = v.object({
  MAIL_PORT: v.pipe(v.string(), v.transform(Number), v.integer()),
  LOCAL_DIR: v.string(),
  RESEND_API_KEY: v.string(),
  FUNCTIONS_URL: v.optional(v.string()),
  RESEND_WEBHOOK_SECRET: v.optional(v.string()),
});

/** Without these variables no phone messages are simulated. */
const PhoneKeys = v.object({
  WHATSAPP_PHONE_NUMBER_ID: v.string(),
  WHATSAPP_ACCESS_TOKEN: v.string(),
  WHATSAPP_APP_SECRET: v.string(),
  TWILIO_ACCOUNT_SID: v.string(),
  TWILIO_AUTH_TOKEN: v.string(),
  TWILIO_FROM: v.string(),
});

function phonesOf(functionsUrl: string | undefined): PhoneOptions | undefined {
  const keys = v.safeParse(PhoneKeys, process.env);
  if (!keys.success) return undefined;
  const env = keys.output;
  return {
    whatsapp: {
      phoneNumberId: env.WHATSAPP_PHONE_NUMBER_ID,
      accessToken: env.WHATSAPP_ACCESS_TOKEN,
      templates: approvedTemplates,
      ...(functionsUrl && {
        webhook: {
          url: `${functionsUrl}/functions/v1/whatsapp-webhook`,
          secret: env.WHATSAPP_APP_SECRET,
        },
      }),
    },
    twilio: {
      accountSid: env.TWILIO_ACCOUNT_SID,
      authToken: env.TWILIO_AUTH_TOKEN,
      senders: [env.TWILIO_FROM],
    },
  };
}

await runService(() => {
  const env = v.parse(Env, process.env);
  const phones = phonesOf(env.FUNCTIONS_URL);
  return startMail({
    port: env.MAIL_PORT,
    dir: join(env.LOCAL_DIR, 'mail'),
    apiKey: env.RESEND_API_KEY,
    perSecond: RESEND_PER_SECOND,
    ...(phones && { phones }),
    ...(env.FUNCTIONS_URL &&
      env.RESEND_WEBHOOK_SECRET && {
        webhook: {
          url: `${env.FUNCTIONS_URL}/functions/v1/resend-webhook`,
          secret: env.RESEND_WEBHOOK_SECRET,
        },
      }),
  });
});
