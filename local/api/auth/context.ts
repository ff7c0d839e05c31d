import type { AuthService } from './internals.ts';
import type { CountMail } from './limits/mails.ts';
import type { AuthMail } from './mailer.ts';

/** The parts that our own routes can use: the service that lite made for this request, with our repairs. */
export interface OwnRoutes {
  Bindings: { service: AuthService; settings: AuthSettings };
}

export interface AuthSettings {
  apiUrl: () => string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
  confirmEmail: boolean;
  providers: readonly string[];
  googleClientId: string;
  sms: boolean;
  ssoDomains: readonly string[];
  phoneFactor: boolean;
  /** The least time between two text messages to one factor (`max_frequency`). */
  smsPauseMs: number;
  manualLinking: boolean;
  countMail: CountMail;
  mail: AuthMail;
}
