import type { AuthService } from './internals.ts';
import type { CountMail } from './limits/mails.ts';
import type { AuthMail } from './mailer.ts';

/**
 * Our routes can use the auth service that @supabase/lite made for this request, with our repairs, and the settings.
 */
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
  /** The shortest time between two text messages to one factor (`max_frequency`). */
  smsPauseMs: number;
  manualLinking: boolean;
  countMail: CountMail;
  mail: AuthMail;
}
