import * as v from 'valibot';
import { brand } from '#contract/brand.ts';
import { readConfig, template } from '../config.ts';
import { type Context, requireKey, siteUrl } from '../context.ts';
import { listNames, ok, type Step, wrong } from '../step.ts';
import { isDigestOf, ofProject } from '../supabase.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;
const Answer = v.record(v.string(), v.unknown());
type Setting = string | number | boolean;
type Settings = Record<string, Setting>;

/** Supabase shows only a digest of these settings. */
const secrets = new Set(['smtp_pass', 'security_captcha_secret']);

/** Returns settings of a section of supabase/config.toml under their names in the Management API. */
function fromConfig(section: string, names: Record<string, string>): Settings {
  const values = readConfig().get(section) ?? {};
  const found: Settings = {};
  for (const [name, apiName] of Object.entries(names)) {
    const value = values[name];
    if (value === undefined) throw new Error(`supabase/config.toml has no ${name} in [${section}].`);
    found[apiName] = value;
  }
  return found;
}

function differing(context: Context, wanted: Settings, there: Record<string, unknown>): string[] {
  return Object.entries(wanted)
    .filter(([name, value]) => {
      const shown = there[name];
      if (secrets.has(name)) return typeof shown !== 'string' || !isDigestOf(context, shown, String(value));
      return shown !== value;
    })
    .map(([name]) => name);
}

interface Part {
  id: string;
  what: string;
  keys?: Step['keys'];
  harm: string;
  wanted: (context: Context) => Settings;
}

/** A step compares its settings with the project's, and writes only those that differ. */
function authStep({ id, what, keys: more = [], harm, wanted }: Part): Step {
  const read = async (context: Context) => v.parse(Answer, await ofProject(context, '/config/auth'));
  return {
    id,
    topic: 'Supabase',
    what,
    keys: [...keys, ...more],
    link: 'https://supabase.com/dashboard/project/_/auth/providers',
    async check(context) {
      const settings = wanted(context);
      const there = await read(context);
      const names = differing(context, settings, there);
      return names.length > 0
        ? wrong(
            `${names.length === 1 ? 'This setting differs' : 'These settings differ'}: ${listNames(names)}.`,
            harm,
          )
        : ok(`${Object.keys(settings).length} settings are as they should be.`);
    },
    async do(context) {
      const settings = wanted(context);
      const names = differing(context, settings, await read(context));
      const json = Object.fromEntries(names.map((name) => [name, settings[name]]));
      await ofProject(context, '/config/auth', { method: 'PATCH', json });
    },
  };
}

/** Returns the mailbox and the name of `MAIL_FROM`, which may have the form `Name <mailbox>`. */
export function senderOf(context: Context): { email: string; name: string } {
  const from = requireKey(context, 'MAIL_FROM');
  const { name, email } = /^(?<name>[^<]*\S)\s*<(?<email>[^>]+)>$/.exec(from)?.groups ?? {};
  return { email: (email ?? from).trim(), name: name ?? brand.product };
}

const mails = ['confirmation', 'recovery', 'magic_link', 'email_change', 'invite', 'reauthentication'];

function mailTexts(): Settings {
  const texts: Settings = {};
  for (const mail of mails) {
    const { subject, content_path } = readConfig().get(`auth.email.template.${mail}`) ?? {};
    texts[`mailer_subjects_${mail}`] = String(subject);
    texts[`mailer_templates_${mail}_content`] = template(String(content_path).replace('./supabase/', ''));
  }
  return texts;
}

const needsMail = 'No parent gets a sign-in link or a confirmation: nobody can finish a sign-up.';

export const authSteps = [
  authStep({
    id: 'auth-urls',
    what: 'Set where links in sign-in e-mails may lead, and allow no other address.',
    keys: ['SITE_URL'],
    harm: 'The link in a sign-in e-mail leads to an address other than the site.',
    wanted: (context) => ({
      site_url: siteUrl(context).origin,
      uri_allow_list: siteUrl(context).origin,
    }),
  }),
  authStep({
    id: 'auth-sign-up',
    what: 'Ask new accounts to confirm their address, and limit new accounts by mailbox and network.',
    harm: 'A stranger can learn who has an account, or use somebody else’s address.',
    wanted: () => ({
      disable_signup: false,
      external_anonymous_users_enabled: false,
      mailer_autoconfirm: false,
      mailer_secure_email_change_enabled: true,
      security_manual_linking_enabled: true,
      refresh_token_rotation_enabled: true,
      ...fromConfig('auth', {
        jwt_expiry: 'jwt_exp',
        refresh_token_reuse_interval: 'security_refresh_token_reuse_interval',
      }),
      ...fromConfig('auth.email', { otp_expiry: 'mailer_otp_exp', otp_length: 'mailer_otp_length' }),
      ...fromConfig('auth.hook.before_user_created', {
        enabled: 'hook_before_user_created_enabled',
        uri: 'hook_before_user_created_uri',
      }),
    }),
  }),
  authStep({
    id: 'auth-passwords',
    what: 'Refuse short and leaked passwords, and ask again before a password changes.',
    harm: 'Strangers can open parents’ accounts with leaked passwords.',
    wanted: () => ({
      password_hibp_enabled: true,
      security_update_password_require_reauthentication: true,
      ...fromConfig('auth', { minimum_password_length: 'password_min_length' }),
    }),
  }),
  authStep({
    id: 'auth-mail',
    what: 'Send the sign-in e-mails through Resend, from our sender.',
    keys: ['MAIL_FROM', 'RESEND_API_KEY'],
    harm: needsMail,
    wanted: (context) => ({
      smtp_host: 'smtp.resend.com',
      smtp_port: '465',
      smtp_user: 'resend',
      smtp_pass: requireKey(context, 'RESEND_API_KEY'),
      smtp_admin_email: senderOf(context).email,
      smtp_sender_name: senderOf(context).name,
      smtp_max_frequency: 60,
    }),
  }),
  authStep({
    id: 'auth-limits',
    what: 'Set the sign-in limits for a launch day.',
    harm: 'On a launch day, parents are refused because of too many e-mails or attempts.',
    wanted: () =>
      fromConfig('auth.rate_limit', {
        sign_in_sign_ups: 'rate_limit_otp',
        token_verifications: 'rate_limit_verify',
        token_refresh: 'rate_limit_token_refresh',
        email_sent: 'rate_limit_email_sent',
      }),
  }),
  authStep({
    id: 'auth-texts',
    what: 'Use the sign-in e-mails in supabase/templates.',
    harm: 'E-mail scanners open the links in the default e-mails, so the links no longer work when a parent presses them.',
    wanted: mailTexts,
  }),
  authStep({
    id: 'auth-second-factor',
    what: 'Allow two-step sign-in with an authenticator app.',
    harm: 'Admins cannot protect their accounts.',
    wanted: () => ({
      mfa_totp_enroll_enabled: true,
      mfa_totp_verify_enabled: true,
      ...fromConfig('auth.mfa', { max_enrolled_factors: 'mfa_max_enrolled_factors' }),
    }),
  }),
  authStep({
    id: 'auth-captcha',
    what: 'Switch the captcha on with both keys of Turnstile, or off without them.',
    harm: 'With a captcha on one side only, nobody can sign in.',
    wanted: ({ keys: given }) => {
      const secret = given.get('TURNSTILE_SECRET_KEY');
      if (Boolean(secret) !== Boolean(given.get('PUBLIC_TURNSTILE_SITE_KEY')))
        throw new Error('Only one of TURNSTILE_SECRET_KEY and PUBLIC_TURNSTILE_SITE_KEY is given.');
      return secret
        ? {
            security_captcha_enabled: true,
            security_captcha_provider: 'turnstile',
            security_captcha_secret: secret,
          }
        : { security_captcha_enabled: false };
    },
  }),
];
