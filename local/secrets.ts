import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const names = {
  JWT_SECRET: '',
  SUPABASE_ANON_KEY: 'sb_publishable_',
  SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_',
  STRIPE_SECRET_KEY: 'sk_test_',
  STRIPE_WEBHOOK_SECRET: 'whsec_',
  RESEND_API_KEY: 're_',
  RESEND_WEBHOOK_SECRET: 'whsec_',
  WHATSAPP_ACCESS_TOKEN: '',
  WHATSAPP_APP_SECRET: '',
  WHATSAPP_VERIFY_TOKEN: '',
  TWILIO_AUTH_TOKEN: '',
  SANITY_WEBHOOK_SECRET: '',
  SANITY_WRITE_TOKEN: 'local-',
  SANITY_READ_TOKEN: 'local-',
  MAINTENANCE_SECRET: '',
  DEPLOY_HOOK_TOKEN: '',
} as const;
export type Secrets = Record<keyof typeof names, string>;

/** Secrets of this installation, generated at the first start and stored in its state folder. */
export function loadSecrets(dir: string): Secrets {
  const file = path.join(dir, 'secrets.json');
  const stored: Partial<Secrets> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Secrets)
    : {};
  const secrets = Object.fromEntries(
    Object.entries(names).map(([name, prefix]) => [
      name,
      stored[name as keyof Secrets] ?? prefix + randomBytes(24).toString('hex'),
    ]),
  ) as Secrets;
  mkdirSync(dir, { recursive: true });
  writeFileSync(`${file}.tmp`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  return secrets;
}
