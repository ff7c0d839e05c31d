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
  /** Allowed target of links in auth mails, and the target of a link that asks for any other. */
  siteUrl: string;
  /** Folder of the stored files; without it they are deleted when the API stops. */
  storageDir?: string;
  /** Host of the edge functions. */
  functionsUrl: string;
  mail: MailSender;
  /** E.g. `Name <hello@example.com>`. */
  mailFrom: string;
  /** Overrides of a hosted project's limits. */
  limits?: Partial<AuthLimits>;
  /** One of Turnstile's secrets for tests: the auth routes then want its tokens (`auth/captcha`). */
  captchaSecret?: string;
  /**
   * A header in which callers may state their address, for tests that play many visitors; by default none is trusted.
   */
  believedHeader?: string;
  /** New accounts must follow the link in the mail before they can sign in (default, as hosted). */
  confirmEmail?: boolean;
  /** Other providers that an account may sign in with (`auth/providers`); by default none. */
  providers?: readonly string[];
  /** Our client at Google, whose ID tokens sign in (`auth/id-token`); by default none. */
  googleClientId?: string;
  /** Sign-in with a phone number (`auth/phone`); by default none. */
  sms?: boolean;
  /** Domains of organisations whose identity provider signs in (`auth/sso`); by default none. */
  ssoDomains?: readonly string[];
  /** Second factors by text message (`auth/factors`); by default none. */
  phoneFactor?: boolean;
  /** Signed-in users may link and unlink identities (default). */
  manualLinking?: boolean;
  /** Connections to the database, besides the one that listens for changes of the schema. */
  poolSize?: number;
}
