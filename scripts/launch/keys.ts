import { optionalKeys } from './optional-keys.ts';

export const environments = ['staging', 'production'] as const;
export type Environment = (typeof environments)[number];

/**
 * Returns the environment of a command. There is no default, so that nobody changes production by
 * leaving out a word. npm does not pass on options that come before the two dashes.
 */
export function environmentOf(name: string | undefined, command: string): Environment {
  const environment = environments.find((one) => one === name);
  if (!environment)
    throw new Error(
      `Give the environment after two dashes: npm run ${command} -- --env ${environments.join(' or --env ')}`,
    );
  return environment;
}

export interface Key {
  /** The question for the person at the keyboard. */
  question: string;
  /** The page where a person gets the value. */
  link?: string;
  /** A value of another form is refused before it is sent anywhere. */
  form: RegExp | Record<Environment, RegExp>;
  /** True if the value must never be printed or echoed. */
  secret?: boolean;
  optional?: boolean;
  /** True if `setup` makes the value or receives it from a service, so nobody is asked for it. */
  made?: boolean;
  initial?: string;
  /** True if the key is asked for only when it is named. */
  onRequest?: boolean;
  /** The host of the site for which the key is needed. For another host it is not asked for. */
  host?: 'cloudflare' | 'netlify';
}

const address = /^https:\/\/[a-z0-9.-]+\.[a-z]{2,}$/;
const mailbox = /^[^@\s<>]+@[^@\s<>]+\.[a-z]{2,}$/i;
const made = { question: '', secret: true, made: true } as const;

/** All values that `setup` and `doctor` need. Their names are those of .env.example if it has them. */
export const keys = {
  SITE_URL: { question: 'Address of the site, such as https://otter.example', form: address },
  PUBLIC_STUDIO_URL: { question: 'Address of Studio, such as https://otter.sanity.studio', form: address },
  MAIL_FROM: {
    question: 'Sender of all e-mails, such as Otter Trails <hello@otter.example>',
    form: /^(?:[^<>@]+<[^@\s<>]+@[^@\s<>]+\.[a-z]{2,}>|[^@\s<>]+@[^@\s<>]+\.[a-z]{2,})$/i,
  },
  STAFF_EMAIL: { question: 'E-mail address of the team, for alerts and enquiries', form: mailbox },
  ADMIN_EMAIL: { question: 'E-mail address that the first business admin signs in with', form: mailbox },
  SUPABASE_ACCESS_TOKEN: {
    question: 'Supabase personal access token',
    link: 'https://supabase.com/dashboard/account/tokens',
    form: /^sbp_[A-Za-z0-9_]{20,}$/,
    secret: true,
  },
  SUPABASE_ORGANIZATION: {
    question: 'Slug of the Supabase organisation, if setup should create the project',
    link: 'https://supabase.com/dashboard/organizations',
    form: /^[a-z0-9-]{3,}$/,
    optional: true,
  },
  SUPABASE_PROJECT_REF: {
    question: 'Reference of the Supabase project, 20 letters; leave empty to create one',
    form: /^[a-z]{20}$/,
    optional: true,
  },
  STRIPE_SECRET_KEY: {
    question: 'Stripe secret key or restricted key',
    link: 'https://dashboard.stripe.com/apikeys',
    form: {
      staging: /^[sr]k_test_[A-Za-z0-9]{16,}$/,
      production: /^[sr]k_live_[A-Za-z0-9]{16,}$/,
    },
    secret: true,
  },
  RESEND_API_KEY: {
    question: 'Resend API key with full access',
    link: 'https://resend.com/api-keys',
    form: /^re_[A-Za-z0-9_]{16,}$/,
    secret: true,
  },
  SANITY_AUTH_TOKEN: {
    question: 'Sanity token that can administer the project',
    link: 'https://www.sanity.io/manage',
    form: /^sk[A-Za-z0-9]{40,}$/,
    secret: true,
  },
  SANITY_PROJECT_ID: {
    question: 'Sanity project ID',
    link: 'https://www.sanity.io/manage',
    form: /^[a-z0-9]{8}$/,
  },
  SANITY_DATASET: { question: 'Dataset', form: /^[a-z0-9][a-z0-9_-]{0,63}$/, initial: 'production' },
  SITE_HOST: { question: 'Host of the site: cloudflare or netlify', form: /^(cloudflare|netlify)$/ },
  CLOUDFLARE_API_TOKEN: {
    question: 'Cloudflare API token with “Pages: Edit”',
    link: 'https://dash.cloudflare.com/profile/api-tokens',
    form: /^[A-Za-z0-9_-]{40,}$/,
    secret: true,
    host: 'cloudflare',
    optional: true,
  },
  CLOUDFLARE_ACCOUNT_ID: {
    question: 'Cloudflare account ID',
    form: /^[0-9a-f]{32}$/,
    host: 'cloudflare',
    optional: true,
  },
  CLOUDFLARE_PROJECT: {
    question: 'Name of the Pages project',
    form: /^[a-z0-9][a-z0-9-]{0,57}$/,
    host: 'cloudflare',
    optional: true,
  },
  NETLIFY_AUTH_TOKEN: {
    question: 'Netlify personal access token',
    link: 'https://app.netlify.com/user/applications#personal-access-tokens',
    form: /^nf[pc]_[A-Za-z0-9]{20,}$/,
    secret: true,
    host: 'netlify',
    optional: true,
  },
  NETLIFY_SITE_ID: {
    question: 'Netlify site ID',
    form: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    host: 'netlify',
    optional: true,
  },
  DEPLOY_HOOK_URL: {
    question: 'Address of the Cloudflare deploy hook (Settings, Builds)',
    form: /^https:\/\/\S+$/,
    secret: true,
    host: 'cloudflare',
    optional: true,
  },
  TURNSTILE_SECRET_KEY: {
    question: 'Cloudflare Turnstile secret key; leave empty for a sign-in without a captcha',
    link: 'https://dash.cloudflare.com/?to=/:account/turnstile',
    form: /^\dx[A-Za-z0-9_-]{20,}$/,
    secret: true,
    optional: true,
  },
  PUBLIC_TURNSTILE_SITE_KEY: {
    question: 'Cloudflare Turnstile site key; leave empty for a sign-in without a captcha',
    form: /^\dx[A-Za-z0-9_-]{10,}$/,
    optional: true,
  },
  STRIPE_RECEIPTS_SEEN: {
    question: 'Day when you checked that Stripe sends receipts (“Successful payments”), such as 2026-11-30',
    link: 'https://dashboard.stripe.com/settings/emails',
    form: /^20\d\d-[01]\d-[0-3]\d$/,
    optional: true,
  },
  ...optionalKeys,
  PREVIEW_URL: {
    question:
      'Address of the preview, such as https://preview.otter.example; leave empty if Studio should show no drafts',
    form: address,
    optional: true,
  },
  SUPABASE_DB_PASSWORD: { ...made, form: /^\S{24,}$/ },
  MAINTENANCE_SECRET: { ...made, form: /^\S{16,}$/ },
  SANITY_WEBHOOK_SECRET: { ...made, form: /^\S{16,}$/ },
  STRIPE_WEBHOOK_SECRET: { ...made, form: /^whsec_\S+$/ },
  RESEND_WEBHOOK_SECRET: { ...made, form: /^whsec_[A-Za-z0-9+/]+=*$/ },
  PREVIEW_READ_TOKEN: { ...made, form: /^sk[A-Za-z0-9]{40,}$/ },
  SANITY_READ_TOKEN: { ...made, form: /^sk[A-Za-z0-9]{40,}$/ },
} as const satisfies Record<string, Key>;

export type KeyName = keyof typeof keys;
export const keyNames = Object.keys(keys) as KeyName[];
export const keyOf = (name: KeyName): Key => keys[name];

/** Returns whether a value has the form of its key in this environment. */
export function fits(name: KeyName, value: string, environment: Environment): boolean {
  const { form } = keyOf(name);
  return (form instanceof RegExp ? form : form[environment]).test(value);
}
