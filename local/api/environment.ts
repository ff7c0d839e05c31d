import path from 'node:path';
import * as v from 'valibot';
import { hostedLimits } from './auth/limits/limits.ts';
import { resendMail } from './mail.ts';
import type { ApiOptions } from './options.ts';

const filled = v.pipe(v.string(), v.minLength(1));
const url = v.pipe(v.string(), v.url());
const count = (standard: number, least = 1) =>
  v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(least)), String(standard));

const Schema = v.object({
  API_PORT: count(54_321),
  DATABASE_URL: url,
  JWT_SECRET: v.pipe(v.string(), v.minLength(32)),
  SUPABASE_ANON_KEY: v.pipe(v.string(), v.startsWith('sb_publishable_')),
  SUPABASE_SERVICE_ROLE_KEY: v.pipe(v.string(), v.startsWith('sb_secret_')),
  SITE_URL: url,
  FUNCTIONS_URL: url,
  LOCAL_DIR: filled,
  RESEND_API_KEY: filled,
  RESEND_BASE_URL: url,
  MAIL_FROM: filled,
  SIGN_IN_LIMIT: count(30),
  AUTH_LIMIT_FACTOR: count(1),
  MAILS_PER_HOUR: count(4000),
  MAIL_EVERY_SECONDS: count(60, 0),
  BELIEVED_HEADER: v.optional(v.string(), ''),
  TURNSTILE_SECRET_KEY: v.optional(v.string(), ''),
  AUTH_PROVIDERS: v.optional(v.string(), ''),
  PUBLIC_GOOGLE_CLIENT_ID: v.optional(v.string(), ''),
  AUTH_SMS: v.optional(v.string(), ''),
  AUTH_SSO: v.optional(v.string(), ''),
  PUBLIC_PHONE_FACTOR: v.optional(v.string(), ''),
  DEMO_DATA: v.optional(v.string(), '1'),
  CALENDAR_NOW: v.optional(v.string(), ''),
});

export interface ApiEnvironment {
  options: ApiOptions;
  demo: boolean;
  calendarNow: Date | undefined;
}

export function readApiEnvironment(source: NodeJS.ProcessEnv): ApiEnvironment {
  const parsed = v.safeParse(Schema, source);
  if (!parsed.success)
    throw new Error(parsed.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('\n'));
  const env = parsed.output;
  return {
    options: {
      port: env.API_PORT,
      databaseUrl: env.DATABASE_URL,
      jwtSecret: env.JWT_SECRET,
      anonKey: env.SUPABASE_ANON_KEY,
      serviceRoleKey: env.SUPABASE_SERVICE_ROLE_KEY,
      siteUrl: env.SITE_URL,
      storageDir: path.join(env.LOCAL_DIR, 'storage'),
      functionsUrl: env.FUNCTIONS_URL,
      mail: resendMail(env.RESEND_BASE_URL, env.RESEND_API_KEY),
      mailFrom: env.MAIL_FROM,
      ...(env.BELIEVED_HEADER && { trustedHeader: env.BELIEVED_HEADER }),
      ...(env.TURNSTILE_SECRET_KEY && { captchaSecret: env.TURNSTILE_SECRET_KEY }),
      googleClientId: env.PUBLIC_GOOGLE_CLIENT_ID,
      sms: env.AUTH_SMS === '1',
      ssoDomains: env.AUTH_SSO.toLowerCase().split(',').filter(Boolean),
      phoneFactor: env.PUBLIC_PHONE_FACTOR === '1',
      providers: env.AUTH_PROVIDERS.split(',').filter(Boolean),
      limits: {
        ...hostedLimits(env.AUTH_LIMIT_FACTOR),
        signIns: { attempts: env.SIGN_IN_LIMIT, windowSeconds: 300 },
        mails: { attempts: env.MAILS_PER_HOUR, windowSeconds: 3600 },
        mailEverySeconds: env.MAIL_EVERY_SECONDS,
      },
    },
    demo: env.DEMO_DATA !== '0',
    calendarNow: env.CALENDAR_NOW ? new Date(env.CALENDAR_NOW) : undefined,
  };
}
