import type { AuthLimits } from './auth/limits/limits.ts';
import type { MailSender } from './mail.ts';

export interface ApiOptions {
  /** With port 0, the system chooses a free port. */
  port: number;
  /** The URL for the superuser `postgres`. The database must have been bootstrapped and migrated. */
  databaseUrl: string;
  /**
   * The secret from which the key that signs access tokens is derived (signing-keys.ts). The secret
   * itself only signs tokens that stay within this process.
   */
  jwtSecret: string;
  /** A key `sb_publishable_…`, which has the role anon. */
  anonKey: string;
  /** A key `sb_secret_…`, which has the role service_role and is refused from browsers. */
  serviceRoleKey: string;
  siteUrl: string;
  /** Folder of the stored files. Without it they are deleted when the API stops. */
  storageDir?: string;
  /** The URL of the edge functions. */
  functionsUrl: string;
  mail: MailSender;
  mailFrom: string;
  /** Replaces some limits of a hosted project. */
  limits?: Partial<AuthLimits>;
  /** One of Turnstile's test secrets. With it the auth routes require captcha tokens (`auth/captcha`). */
  captchaSecret?: string;
  /** Callers may state their network address in this header, for tests that simulate many visitors. */
  trustedHeader?: string;
  /**
   * New accounts must follow the link in the e-mail before they can sign in. This is the default,
   * as on the hosted service.
   */
  confirmEmail?: boolean;
  providers?: readonly string[];
  googleClientId?: string;
  sms?: boolean;
  ssoDomains?: readonly string[];
  phoneFactor?: boolean;
  /** Signed-in users may link and unlink identities. This is the default. */
  manualLinking?: boolean;
  poolSize?: number;
}
