import type { AuthLimits } from './auth/limits/limits.ts';
import type { MailSender } from './mail.ts';

export interface ApiOptions {
  /** 0 asks the system for a free port. */
  port: number;
  /** Address for the superuser `postgres`; the database must have been bootstrapped and migrated. */
  databaseUrl: string;
  /** Signs and verifies the access tokens (HS256). */
  jwtSecret: string;
  /** `sb_publishable_…`: role anon. */
  anonKey: string;
  /** `sb_secret_…`: role service_role; refused from browsers. */
  serviceRoleKey: string;
  siteUrl: string;
  /** Folder of the stored files; without it they are deleted when the API stops. */
  storageDir?: string;
  /** Host of the edge functions. */
  functionsUrl: string;
  mail: MailSender;
  mailFrom: string;
  /** Overrides of a hosted project's limits. */
  limits?: Partial<AuthLimits>;
  /** One of Turnstile's secrets for tests: the auth routes then want its tokens (`auth/captcha`). */
  captchaSecret?: string;
  /** In it callers may state their address, for tests that play many visitors. */
  believedHeader?: string;
  /** New accounts must follow the link in the mail before they can sign in (default, as hosted). */
  confirmEmail?: boolean;
  providers?: readonly string[];
  googleClientId?: string;
  sms?: boolean;
  ssoDomains?: readonly string[];
  phoneFactor?: boolean;
  /** Signed-in users may link and unlink identities (default). */
  manualLinking?: boolean;
  poolSize?: number;
}
