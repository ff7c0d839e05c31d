import path from 'node:path';
import { root, type StackEnvironment } from './environment.ts';
import type { Secrets } from './secrets.ts';

export interface Service {
  name: string;
  file: string;
  portVariable: keyof StackEnvironment;
}

/** Groups start one after the other. The services of a group start together. */
export const serviceGroups: Service[][] = [
  [
    { name: 'database', file: 'local/database/main.ts', portVariable: 'DATABASE_PORT' },
    { name: 'payments', file: 'local/payments/main.ts', portVariable: 'PAYMENTS_PORT' },
    { name: 'mail', file: 'local/mail/main.ts', portVariable: 'MAIL_PORT' },
  ],
  [{ name: 'api', file: 'local/api/main.ts', portVariable: 'API_PORT' }],
  [
    { name: 'functions', file: 'local/functions/main.ts', portVariable: 'FUNCTIONS_PORT' },
    { name: 'lake', file: 'local/lake/main.ts', portVariable: 'LAKE_PORT' },
  ],
  [{ name: 'site', file: 'local/site/main.ts', portVariable: 'SITE_PORT' }],
];

/** Studio is installed and built in the background, because nothing waits for it. */
export const studio: Service = {
  name: 'studio',
  file: 'local/studio/main.ts',
  portVariable: 'STUDIO_PORT',
};

/** The site with drafts, for Studio. The site's development server behind it starts with the first request. */
export const preview: Service = {
  name: 'preview',
  file: 'local/preview/main.ts',
  portVariable: 'PREVIEW_PORT',
};

const addressOf = (port: number) => `http://127.0.0.1:${port}`;

export function serviceEnvironment(env: StackEnvironment, secrets: Secrets): Record<string, string> {
  const { DEPLOY_HOOK_TOKEN, ...keys } = secrets;
  return {
    ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)])),
    ...keys,
    DATABASE_URL: `postgres://postgres:postgres@127.0.0.1:${env.DATABASE_PORT}/postgres`,
    SUPABASE_URL: addressOf(env.API_PORT),
    PUBLIC_SUPABASE_URL: addressOf(env.API_PORT),
    PUBLIC_SUPABASE_KEY: secrets.SUPABASE_ANON_KEY,
    PUBLIC_GOOGLE_PAGE: `${addressOf(env.API_PORT)}/auth/v1/played-provider/google/authorize`,
    FUNCTIONS_URL: addressOf(env.FUNCTIONS_PORT),
    STRIPE_API_URL: addressOf(env.PAYMENTS_PORT),
    RESEND_BASE_URL: addressOf(env.MAIL_PORT),
    WHATSAPP_API_URL: `${addressOf(env.MAIL_PORT)}/graph/v26.0`,
    WHATSAPP_PHONE_NUMBER_ID: '100000000000002',
    TWILIO_API_URL: `${addressOf(env.MAIL_PORT)}/twilio`,
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_FROM: 'OtterTrails',
    SANITY_API_HOST: addressOf(env.LAKE_PORT),
    SANITY_STUDIO_API_HOST: addressOf(env.LAKE_PORT),
    SANITY_STUDIO_PROJECT_ID: env.SANITY_PROJECT_ID,
    SANITY_STUDIO_DATASET: env.SANITY_DATASET,
    SITE_URL: env.SITE_FRONT || addressOf(env.SITE_PORT),
    PUBLIC_STUDIO_URL: addressOf(env.STUDIO_PORT),
    PREVIEW_URL: addressOf(env.PREVIEW_PORT),
    // An installation empties node_modules, so the cache is elsewhere.
    PICTURE_CACHE: path.join(root, '.local', 'pictures'),
    PICTURES_ON_REQUEST: '1',
    DEPLOY_HOOK_TOKEN,
    DEPLOY_HOOK_URL: `${addressOf(env.SITE_PORT)}/__deploy/${DEPLOY_HOOK_TOKEN}`,
    ASTRO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
}
