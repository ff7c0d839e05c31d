import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

export const root = path.dirname(import.meta.dirname);

const port = (standard: number) =>
  v.optional(
    v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(65_535)),
    String(standard),
  );

const Schema = v.object({
  SITE_PORT: port(4321),
  PREVIEW_PORT: port(4322),
  API_PORT: port(54_321),
  DATABASE_PORT: port(54_322),
  FUNCTIONS_PORT: port(54_323),
  STUDIO_PORT: port(3333),
  LAKE_PORT: port(4900),
  PAYMENTS_PORT: port(4600),
  MAIL_PORT: port(4601),
  /** The URL of the site behind a proxy (https). If it is empty, the site is reached at its own port. */
  SITE_FRONT: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.url())]), ''),
  LOCAL_DIR: v.optional(v.pipe(v.string(), v.minLength(1)), '.local'),
  SANITY_PROJECT_ID: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9-]+$/)), 'local'),
  SANITY_DATASET: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9_-]+$/)), 'production'),
  /** With 1 the content lake is private, so that requests without a token find nothing. */
  LAKE_PRIVATE: v.optional(v.picklist(['0', '1']), '0'),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.includes('@')), 'Otter Trails <hello@otter.test>'),
  /** ISO timestamp at which the demo's calendar starts. If it is empty: today, or Monday if this weekend is over. */
  CALENDAR_NOW: v.optional(v.union([v.literal(''), v.pipe(v.string(), v.isoTimestamp())]), ''),
  DEMO_DATA: v.optional(v.picklist(['0', '1']), '1'),
  /** How many sign-ins one network address may try for one e-mail address in five minutes. */
  SIGN_IN_LIMIT: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)), '600'),
  /** Multiplies the auth server's limits per network address for sign-ups, e-mails, codes and refreshes. */
  AUTH_LIMIT_FACTOR: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)), '1'),
  /**
   * The most e-mails of the auth server per hour. The next line sets the seconds between two of one kind to one
   * address (0: none).
   */
  MAILS_PER_HOUR: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)), '4000'),
  MAIL_EVERY_SECONDS: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0)), '60'),
  /**
   * A header in which benchmarks and tests set the caller's network address, to simulate many visitors. Empty for
   * none.
   */
  BELIEVED_HEADER: v.optional(v.string(), ''),
  /**
   * Turnstile's test keys switch on a captcha for sign-in, sign-up and requests for e-mails. Empty for no captcha.
   */
  PUBLIC_TURNSTILE_SITE_KEY: v.optional(v.string(), ''),
  TURNSTILE_SECRET_KEY: v.optional(v.string(), ''),
  /** Sign-in providers that the API simulates, such as `google,apple`. Empty for none. */
  AUTH_PROVIDERS: v.optional(v.string(), ''),
  /**
   * Our client id at Google. With it, Google's button returns an ID token from the simulated Google, and otherwise a
   * code.
   */
  PUBLIC_GOOGLE_CLIENT_ID: v.optional(v.string(), ''),
  /** With 1 users can sign in with a phone number. The inbox shows the text messages. */
  AUTH_SMS: v.optional(v.picklist(['', '0', '1']), ''),
  /** Domains of organisations whose identity provider the API simulates, such as `school.test`. Empty for none. */
  AUTH_SSO: v.optional(v.string(), ''),
  /** With 1 the site offers a second factor by text message, which the API sends to the inbox. */
  PUBLIC_PHONE_FACTOR: v.optional(v.picklist(['', '0', '1']), ''),
  MAINTENANCE_SECONDS: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1)), '60'),
});
export type StackEnvironment = v.InferOutput<typeof Schema>;

/** Reads `.env` if it exists, and the environment. Throws an error with every name that is missing or invalid. */
export function readStackEnvironment(source: NodeJS.ProcessEnv = process.env): StackEnvironment {
  const file = path.join(root, '.env');
  if (source === process.env && existsSync(file)) process.loadEnvFile(file);
  const parsed = v.safeParse(Schema, source);
  if (!parsed.success)
    throw new Error(
      `These environment variables are missing or wrong:\n${issueLines(parsed.issues)}\nSee .env.example.`,
    );
  return { ...parsed.output, LOCAL_DIR: path.resolve(root, parsed.output.LOCAL_DIR) };
}

function issueLines(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues.map((issue) => `  ${v.getDotPath(issue) ?? '?'}: ${issue.message}`).join('\n');
}
