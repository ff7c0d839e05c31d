import type { Env } from '#server/env.ts';

/** A complete configuration of the edge functions. Nothing answers at the addresses that a test does not replace. */
export function testEnv(values: Partial<Env> = {}): Env {
  const nowhere = 'http://127.0.0.1:1';
  return {
    SITE_URL: 'http://127.0.0.1:4321',
    SUPABASE_URL: nowhere,
    SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_test',
    STRIPE_SECRET_KEY: 'sk_test_functions',
    STRIPE_WEBHOOK_SECRET: 'whsec_functions',
    STRIPE_API_URL: nowhere,
    RESEND_API_KEY: 're_test',
    RESEND_WEBHOOK_SECRET: `whsec_${Buffer.from('resend-webhook').toString('base64')}`,
    RESEND_BASE_URL: nowhere,
    MAIL_FROM: 'Otter Trails <hello@otter.test>',
    SANITY_PROJECT_ID: 'local',
    SANITY_DATASET: 'production',
    SANITY_API_HOST: nowhere,
    SANITY_WEBHOOK_SECRET: 'sanity-webhook-secret',
    MAINTENANCE_SECRET: 'maintenance-secret',
    ...values,
  };
}
