import * as v from 'valibot';

const Text = v.pipe(v.string(), v.trim(), v.minLength(1));
const Url = v.pipe(
  v.string(),
  v.url(),
  v.transform((url) => url.replace(/\/+$/, '')),
);

/**
 * The environment's variables. Most are required, because a deployment that can take a payment but not learn about it
 * must not start.
 */
const Schema = v.object({
  SITE_URL: Url,
  SUPABASE_URL: Url,
  /**
   * The secret key of the server. It comes from `SUPABASE_SECRET_KEYS` if the project has such keys, otherwise it is
   * the legacy key.
   */
  SUPABASE_SERVICE_ROLE_KEY: Text,
  STRIPE_SECRET_KEY: Text,
  STRIPE_WEBHOOK_SECRET: Text,
  STRIPE_API_URL: v.optional(Url),
  RESEND_API_KEY: Text,
  /** If this is unset, no report about a mail is accepted, and nobody learns which mails bounced. */
  RESEND_WEBHOOK_SECRET: v.optional(v.pipe(Text, v.regex(/^whsec_[A-Za-z0-9+/]+=*$/))),
  RESEND_BASE_URL: v.optional(Url),
  MAIL_FROM: v.pipe(Text, v.includes('@')),
  SANITY_PROJECT_ID: Text,
  SANITY_DATASET: Text,
  SANITY_API_HOST: v.optional(Url),
  /**
   * A token that can read the dataset. It is needed if the dataset is private, because a private dataset looks empty
   * without a token.
   */
  SANITY_READ_TOKEN: v.optional(Text),
  SANITY_WEBHOOK_SECRET: Text,
  DEPLOY_HOOK_URL: v.optional(Url),
  MAINTENANCE_SECRET: v.pipe(Text, v.minLength(16)),
  /** The address of a service with Sentry's protocol. If this is unset, errors and alerts are not forwarded. */
  SENTRY_DSN: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:\/\/[^@/]+@[^/]+\/.*[^/]$/))),
  ASSISTANT_API_KEY: v.optional(Text),
  ASSISTANT_MODEL: v.optional(Text),
  ASSISTANT_API_URL: v.optional(Url),
  /**
   * The key of a provider with DeepL's protocol, which proposes translations. If this is unset, no translations are
   * proposed.
   */
  TRANSLATION_API_KEY: v.optional(Text),
  TRANSLATION_API_URL: v.optional(Url),
  META_PIXEL_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
  META_ACCESS_TOKEN: v.optional(Text),
  /** A code for trials. With it, events appear only under "Test events". */
  META_TEST_EVENT_CODE: v.optional(Text),
  META_API_URL: v.optional(Url),
  /** The variables of the WhatsApp Business Cloud API. Unless all four are set, nothing is sent by WhatsApp. */
  WHATSAPP_PHONE_NUMBER_ID: v.optional(v.pipe(v.string(), v.regex(/^\d{1,20}$/))),
  WHATSAPP_ACCESS_TOKEN: v.optional(Text),
  WHATSAPP_APP_SECRET: v.optional(Text),
  WHATSAPP_VERIFY_TOKEN: v.optional(v.pipe(Text, v.minLength(16))),
  WHATSAPP_TEMPLATE: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,512}$/))),
  WHATSAPP_LANGUAGE: v.optional(v.pipe(v.string(), v.regex(/^[a-z]{2,3}(_[A-Z]{2})?$/))),
  WHATSAPP_API_URL: v.optional(Url),
  /** The variables of Twilio, for SMS. Unless all three are set, no SMS is sent. */
  TWILIO_ACCOUNT_SID: v.optional(v.pipe(v.string(), v.regex(/^AC[0-9a-f]{32}$/))),
  TWILIO_AUTH_TOKEN: v.optional(Text),
  TWILIO_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/)),
  ),
  TWILIO_API_URL: v.optional(Url),
});
export type Env = v.InferOutput<typeof Schema>;

export const envNames = Object.keys(Schema.entries);

/** A hosted project's secret keys by name, as JSON: `{"default":"sb_secret_…"}`. */
const SECRET_KEYS = 'SUPABASE_SECRET_KEYS';
const SecretKeys = v.pipe(v.string(), v.parseJson(), v.record(v.string(), Text));

function readSecretKey(json: string | undefined): string | undefined {
  if (!json?.trim()) return undefined;
  const parsed = v.safeParse(SecretKeys, json);
  // The value is not quoted, because it contains secrets.
  if (!parsed.success) throw new Error(`Wrong in the environment: ${SECRET_KEYS}. See .env.example.`);
  return parsed.output['default'] ?? Object.values(parsed.output)[0];
}

/** Reads the environment once. Throws with the name of every variable that is missing or wrong. */
export function readEnv(get: (name: string) => string | undefined): Env {
  // A host's form may send an empty value for a variable that is not set.
  const values = envNames.map((name) => [name, get(name)] as const).filter(([, value]) => value);
  const secretKey = readSecretKey(get(SECRET_KEYS));
  const parsed = v.safeParse(Schema, {
    ...Object.fromEntries(values),
    ...(secretKey && { SUPABASE_SERVICE_ROLE_KEY: secretKey }),
  });
  if (parsed.success) return parsed.output;
  const names = new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? '?'));
  throw new Error(`Missing or wrong in the environment: ${[...names].join(', ')}. See .env.example.`);
}
