import type { App } from '@supabase/lite';
import type { PostgresConnection } from '@supabase/lite/postgres';
import { PASSWORD_LENGTH_MIN } from '#contract/passwords.ts';
import type { AuthLimits } from './auth/limits/limits.ts';
import { limitMails } from './auth/limits/mails.ts';
import { ownRoutes } from './auth/own-routes.ts';
import { repairAuth } from './auth/service.ts';
import { type AuthSettings } from './auth/context.ts';
import type { ApiOptions } from './options.ts';

/** Creates the Supabase API with a hosted project's defaults and without telemetry. */
export async function makeLite(
  connection: PostgresConnection,
  options: ApiOptions,
  limits: AuthLimits,
  apiUrl: () => string,
): Promise<App> {
  process.env['LITE_TELEMETRY'] = '0';
  process.env['DO_NOT_TRACK'] = '1';
  const { App: Lite } = await import('@supabase/lite');
  const { jwtSecret, anonKey, serviceRoleKey, siteUrl } = options;
  const confirmEmail = options.confirmEmail ?? true;
  const mail = { sender: options.mail, from: options.mailFrom, siteUrl };
  const settings: AuthSettings = {
    apiUrl,
    jwtSecret,
    anonKey,
    serviceRoleKey,
    confirmEmail,
    providers: options.providers ?? [],
    googleClientId: options.googleClientId ?? '',
    sms: options.sms ?? false,
    ssoDomains: options.ssoDomains ?? [],
    phoneFactor: options.phoneFactor ?? false,
    smsPauseMs: limits.mailEverySeconds * 1000,
    manualLinking: options.manualLinking ?? true,
    mail,
    countMail: limitMails(limits),
  };
  return new Lite({
    connection,
    api: { enabled: true, schemas: ['public'], max_rows: 1000 },
    db: { migrations: { enabled: false } },
    auth: {
      enabled: true,
      jwt_secret: jwtSecret,
      jwt_expiry: 3600,
      site_url: siteUrl,
      publishable_key: anonKey,
      secret_key: serviceRoleKey,
      enable_refresh_token_rotation: true,
      refresh_token_reuse_interval: 10,
      minimum_password_length: PASSWORD_LENGTH_MIN,
      email: {
        enable_signup: true,
        enable_confirmations: confirmEmail,
        otp_length: 6,
        otp_expiry: 3600,
      },
    },
    options: {
      server: {
        admin: false,
        disableStudio: true,
        disableFallback: true,
        middlewares: [repairAuth(settings), ownRoutes(settings)],
      },
    },
  });
}
