import type { AuthService } from './internals.ts';
import type { CountMail } from './limits/mails.ts';
import type { AuthMail } from './mailer.ts';

/** The parts that our own routes can use: the service that lite made for this request, with our repairs. */
export interface OwnRoutes {
  Bindings: { service: AuthService; settings: AuthSettings };
}

export interface AuthSettings {
  /** Address of this API: issuer of the tokens, and where the links in mails lead first. */
  apiUrl: () => string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  confirmEmail: boolean;
  /** Other providers that an account may sign in with, such as `google`. */
  providers: readonly string[];
  /** Our client at Google, whose ID tokens sign in; empty: none do. */
  googleClientId: string;
  /** Sign-in with a phone number and codes by text message. */
  sms: boolean;
  /** Domains of organisations whose identity provider signs in; none: SAML is off. */
  ssoDomains: readonly string[];
  /** Second factors by text message. */
  phoneFactor: boolean;
  /** The least time between two text messages to one factor (`max_frequency`). */
  smsPauseMs: number;
  /** Signed-in users may link and unlink identities. */
  manualLinking: boolean;
  countMail: CountMail;
  mail: AuthMail;
}
