import type { TestDatabase } from '#support/database.ts';

/** The state of the simulated services. At first it is as empty as new accounts are. */
export interface World {
  db: TestDatabase;
  supabase: {
    token: string;
    organization: string;
    projects: { ref: string; name: string; region: string; status: string }[];
    /** After this many reads of the list of projects, a new project runs. */
    readsUntilHealthy: number;
    auth: Record<string, unknown>;
    secrets: Map<string, string>;
    functions: Map<string, { name: string; verify_jwt: boolean; version: number }>;
    /** Functions that cannot be deployed. */
    undeployable: Set<string>;
    /** Functions that fail when they are called, with this status. */
    failing: Map<string, number>;
    postgrest: { db_schema: string; max_rows: number; db_extra_search_path: string; db_pool: null };
    apiKeys: { name: string; type: string; api_key: string; inserted_at?: string }[];
    /** The keys that sign tokens, or did. A new project has one. */
    signingKeys: SigningKey[];
    databasePassword: string;
    advice: { level: string; title: string; detail: string }[];
    backups: { inserted_at: string; status: string }[];
    hasPitr: boolean;
    /** The moments to which the database was restored, in seconds. */
    restores: number[];
    logsAreQuiet: boolean;
    /** Keeps the code of a function that was deployed, to run it (`accounts/`). */
    keep?: (slug: string, code: string) => void;
    /** Really restores the database to a moment, in seconds (`accounts/`). Without it, only the moment is kept. */
    restore?: (moment: number) => Promise<void>;
  };
  stripe: {
    key: string;
    /** Other keys that work, too, such as one that a person has just made. */
    moreKeys: string[];
    /** How far Stripe's clock is ahead of ours. */
    aheadMs: number;
    account: Record<string, unknown>;
    endpoints: Endpoint[];
    events: { type: string; created: number; delivered: boolean }[];
    intents: {
      id: string;
      created: number;
      status: string;
      amount: number;
      latest_charge: { refunded: boolean } | null;
    }[];
    refunds: { id: string; created: number; status: string; amount: number; payment_intent: string }[];
    methods: Record<string, { available: boolean; preference: string }>;
    /** Null until a person has saved the portal once. */
    portal: { active: boolean; change: boolean; cancel: boolean; mode: string } | null;
  };
  resend: {
    /** The key that a person has made. */
    key: string;
    apiKeys: { id: string; name: string; token: string }[];
    domains: {
      id: string;
      name: string;
      status: string;
      open_tracking: boolean;
      click_tracking: boolean;
    }[];
    webhooks: { id: string; endpoint: string; events: string[]; status: string; signing_secret: string }[];
  };
  sanity: {
    token: string;
    projectId: string;
    datasets: Map<string, string>;
    cors: { origin: string; allowCredentials: boolean }[];
    hooks: Hook[];
    attempts: { createdAt: string; isFailure: boolean; resultCode: number }[];
    documents: { id: string; title: string; price: number; available: boolean }[];
    robots: { id: string; label: string; token: string }[];
    /** The page at Studio's address. Null until a person has deployed it. */
    studioPage: string | null;
  };
  host: {
    cloudflareToken: string;
    netlifyToken: string;
    build: { command: string; folder: string };
    variables: Map<string, { value: string; secret: boolean }>;
    hooks: { title: string; url: string }[];
    /** The deployments, with the newest last. */
    deployments: HostedDeployment[];
    live: string | null;
    /** The commit that is at the head of the branch from which the host builds. */
    head: string;
    buildsFail: boolean;
    /** Really builds (`accounts/`). Without it, a build ends after some reads of the list. */
    buildNow?: (deployment: HostedDeployment) => void;
  };
  site: {
    headers: Record<string, string>;
    status: number;
    www: 'missing' | 'redirect' | 'copy';
    prices: Map<string, number>;
    /** What /build.json says, or null if the file is missing. */
    build: string | null;
  };
  dns: Map<string, string>;
  /** Every write that the services took, such as `POST api.resend.com/domains`. */
  writes: string[];
  /** True if the first answer to each write is lost, as if the network broke. */
  losesAnswers: boolean;
}

interface SigningKey {
  algorithm: 'EdDSA' | 'ES256' | 'RS256' | 'HS256';
  status: 'in_use' | 'previously_used' | 'revoked' | 'standby';
}

export interface Endpoint {
  id: string;
  url: string;
  enabled_events: string[];
  api_version: string | null;
  status: string;
  secret: string;
}

export interface HostedDeployment {
  id: string;
  commit: string;
  state: 'ready' | 'building' | 'failed';
  /** How many reads of the list it takes until the deployment is built. */
  readsUntilBuilt: number;
}

interface Hook {
  id: string;
  url: string;
  dataset: string;
  isDisabled: boolean;
  includeDrafts: boolean;
  secret: string | null;
  rule: { on: string[]; filter: string | null; projection: string | null };
}

export const projectRef = 'abcdefghijklmnopqrst';

/** The keys that a person has typed. */
export const typedKeys = {
  SITE_URL: 'https://otter.example',
  PUBLIC_STUDIO_URL: 'https://studio.otter.example',
  MAIL_FROM: 'Otter Trails <hello@mail.otter.example>',
  STAFF_EMAIL: 'team@otter.example',
  ADMIN_EMAIL: 'owner@otter.example',
  SUPABASE_ACCESS_TOKEN: `sbp_${'a'.repeat(40)}`,
  SUPABASE_ORGANIZATION: 'otter-organisation',
  STRIPE_SECRET_KEY: `sk_test_${'s'.repeat(24)}`,
  RESEND_API_KEY: `re_${'r'.repeat(24)}`,
  SANITY_AUTH_TOKEN: `sk${'T'.repeat(60)}`,
  SANITY_PROJECT_ID: 'otterpro',
  SANITY_DATASET: 'production',
  SITE_HOST: 'netlify',
  NETLIFY_AUTH_TOKEN: `nfp_${'n'.repeat(24)}`,
  NETLIFY_SITE_ID: '11111111-2222-4333-8444-555555555555',
  STRIPE_RECEIPTS_SEEN: '2026-11-30',
};

/** The settings of Supabase's sign-in that we change, with their values in a new project. */
const newAuth = (): Record<string, unknown> => ({
  site_url: 'http://localhost:3000',
  uri_allow_list: '',
  disable_signup: false,
  external_anonymous_users_enabled: false,
  mailer_autoconfirm: false,
  mailer_secure_email_change_enabled: true,
  security_manual_linking_enabled: false,
  refresh_token_rotation_enabled: true,
  jwt_exp: 3600,
  security_refresh_token_reuse_interval: 10,
  mailer_otp_exp: 3600,
  mailer_otp_length: 6,
  hook_before_user_created_enabled: false,
  hook_before_user_created_uri: null,
  password_hibp_enabled: false,
  password_min_length: 6,
  security_update_password_require_reauthentication: false,
  smtp_host: null,
  smtp_port: null,
  smtp_user: null,
  smtp_pass: null,
  smtp_admin_email: null,
  smtp_sender_name: null,
  smtp_max_frequency: 60,
  rate_limit_otp: 30,
  rate_limit_verify: 30,
  rate_limit_token_refresh: 150,
  rate_limit_email_sent: 2,
  mfa_totp_enroll_enabled: true,
  mfa_totp_verify_enabled: true,
  mfa_max_enrolled_factors: 10,
  security_captcha_enabled: false,
  security_captcha_provider: null,
  security_captcha_secret: null,
  ...Object.fromEntries(
    ['confirmation', 'recovery', 'magic_link', 'email_change', 'invite', 'reauthentication'].flatMap(
      (mail) => [
        [`mailer_subjects_${mail}`, 'Confirm'],
        [`mailer_templates_${mail}_content`, '<a href="{{ .ConfirmationURL }}">Confirm</a>'],
      ],
    ),
  ),
});

export const createEmptyWorld = (db: TestDatabase): World => ({
  db,
  supabase: {
    token: typedKeys.SUPABASE_ACCESS_TOKEN,
    organization: typedKeys.SUPABASE_ORGANIZATION,
    projects: [],
    readsUntilHealthy: 2,
    auth: newAuth(),
    secrets: new Map(),
    functions: new Map(),
    undeployable: new Set(),
    failing: new Map(),
    postgrest: {
      db_schema: 'public,graphql_public',
      max_rows: 1000,
      db_extra_search_path: 'public,extensions',
      db_pool: null,
    },
    apiKeys: [{ name: 'anon', type: 'legacy', api_key: 'ey.legacy' }],
    signingKeys: [{ algorithm: 'ES256', status: 'in_use' }],
    databasePassword: '',
    advice: [],
    backups: [],
    hasPitr: false,
    restores: [],
    logsAreQuiet: false,
  },
  stripe: {
    key: typedKeys.STRIPE_SECRET_KEY,
    moreKeys: [],
    aheadMs: 0,
    account: {
      object: 'account',
      country: 'SG',
      default_currency: 'sgd',
      charges_enabled: false,
      payouts_enabled: false,
      settings: { payments: { statement_descriptor: null } },
    },
    endpoints: [],
    events: [],
    intents: [],
    refunds: [],
    methods: {
      card: { available: true, preference: 'on' },
      paynow: { available: false, preference: 'off' },
      grabpay: { available: false, preference: 'off' },
    },
    portal: null,
  },
  resend: { key: typedKeys.RESEND_API_KEY, apiKeys: [], domains: [], webhooks: [] },
  sanity: {
    token: typedKeys.SANITY_AUTH_TOKEN,
    projectId: typedKeys.SANITY_PROJECT_ID,
    datasets: new Map(),
    cors: [],
    hooks: [],
    attempts: [],
    documents: [],
    robots: [],
    studioPage: null,
  },
  host: {
    cloudflareToken: 'c'.repeat(40),
    netlifyToken: typedKeys.NETLIFY_AUTH_TOKEN,
    build: { command: '', folder: '' },
    variables: new Map(),
    hooks: [],
    deployments: [],
    live: null,
    head: '',
    buildsFail: false,
  },
  site: { headers: {}, status: 404, www: 'missing', prices: new Map(), build: null },
  dns: new Map(),
  writes: [],
  losesAnswers: false,
});
