const secret = { secret: true, optional: true, onRequest: true } as const;
const plain = { optional: true, onRequest: true } as const;
const text = /^\S{8,}$/;

/**
 * Secrets of the functions that switch on something optional (docs/deploying.md). Setup asks for them only if
 * they are named, as in `--ask SENTRY_DSN`. Some of them must be given together (wholeLists).
 */
export const optionalKeys = {
  SENTRY_DSN: {
    ...secret,
    question: 'DSN of a service that uses Sentry’s protocol',
    form: /^https?:\/\/[^@/]+@[^/]+\/.*[^/]$/,
  },
  META_PIXEL_ID: { ...plain, question: 'Meta pixel ID', form: /^\d{1,20}$/ },
  META_ACCESS_TOKEN: { ...secret, question: 'Access token for Meta’s Conversions API', form: text },
  TRANSLATION_API_KEY: { ...secret, question: 'API key of DeepL or a similar service', form: text },
  ASSISTANT_API_KEY: { ...secret, question: 'Anthropic API key for the assistant', form: text },
  ASSISTANT_MODEL: { ...plain, question: 'Model of the assistant', form: /^[\w.-]{3,}$/ },
  WHATSAPP_PHONE_NUMBER_ID: { ...plain, question: 'WhatsApp phone number ID', form: /^\d{1,20}$/ },
  WHATSAPP_ACCESS_TOKEN: { ...secret, question: 'WhatsApp access token', form: text },
  WHATSAPP_APP_SECRET: { ...secret, question: 'Meta app secret for WhatsApp', form: text },
  WHATSAPP_VERIFY_TOKEN: {
    ...secret,
    question: 'Verify token that Meta uses to check the webhook',
    form: /^\S{16,}$/,
  },
  TWILIO_ACCOUNT_SID: { ...plain, question: 'Twilio account SID', form: /^AC[0-9a-f]{32}$/ },
  TWILIO_AUTH_TOKEN: { ...secret, question: 'Twilio auth token', form: text },
  TWILIO_FROM: {
    ...plain,
    question: 'Number, service or name that text messages come from',
    form: /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
  },
};

type OptionalKey = keyof typeof optionalKeys;
export const optionalKeyNames = Object.keys(optionalKeys) as OptionalKey[];

/**
 * Keys that must be given together. If only some keys of a list are given, the functions switch
 * nothing on, and nobody would know why.
 */
export const wholeLists: readonly (readonly OptionalKey[])[] = [
  ['META_PIXEL_ID', 'META_ACCESS_TOKEN'],
  ['ASSISTANT_API_KEY', 'ASSISTANT_MODEL'],
  ['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN', 'WHATSAPP_APP_SECRET', 'WHATSAPP_VERIFY_TOKEN'],
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
];
