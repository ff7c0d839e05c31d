import * as v from 'valibot';
import { requireKey, siteUrl } from '../context.ts';
import { listNames, missing, ok, type Step, wrong } from '../step.ts';
import { literal, readRows, runSql } from '../supabase.ts';
import { settingsOf } from './database.ts';

const keys = ['SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'] as const;
const Admin = v.object({ email: v.nullable(v.string()), secured: v.boolean() });

const ADMINS = `select distinct u.email, exists (
    select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified') as secured
  from public.user_roles r join auth.users u on u.id = r.user_id`;

const firstAdmin: Step = {
  id: 'first-admin',
  topic: 'staff',
  what: 'Make the account with ADMIN_EMAIL the first business admin.',
  keys: [...keys, 'ADMIN_EMAIL'],
  async check(context) {
    const admins = await readRows(context, Admin, `${ADMINS} where r.role = 'business_admin'`);
    if (admins.length > 0)
      return ok(`Business admins: ${listNames(admins.map(({ email }) => email ?? '?'))}.`);
    const site = context.keys.get('SITE_URL') ? siteUrl(context).origin : 'the site';
    return missing(
      'There is no business admin.',
      'Nobody sees orders, refunds or alerts.',
      `Sign up at ${site}/auth as ${requireKey(context, 'ADMIN_EMAIL')}, press the link in the mail, then run setup again.`,
    );
  },
  do: async (context) =>
    void (await runSql(
      context,
      `insert into public.user_roles (user_id, role)
       select p.id, 'business_admin' from public.profiles p join auth.users u on u.id = p.id
       where lower(u.email) = lower(${literal(requireKey(context, 'ADMIN_EMAIL'))}) and u.email_confirmed_at is not null
       on conflict do nothing`,
    )),
};

const factors: Step = {
  id: 'admin-factors',
  topic: 'staff',
  what: 'Protect each admin’s account with two-step sign-in.',
  keys,
  async check(context) {
    const admins = await readRows(context, Admin, `${ADMINS} where r.role in ('admin', 'business_admin')`);
    if (admins.length === 0)
      return missing('There is no admin yet.', 'Nobody sees orders, refunds or alerts.');
    const open = admins.filter(({ secured }) => !secured);
    return open.length > 0
      ? wrong(
          `Without two-step sign-in: ${listNames(open.map(({ email }) => email ?? '?'))}.`,
          'One guessed password opens the data of all families.',
          'Ask these people to open /management and scan the code with an authenticator app.',
        )
      : ok(`All ${admins.length} admins have two-step sign-in.`);
  },
};

const required: Step = {
  id: 'second-factor',
  topic: 'staff',
  what: 'Require two-step sign-in for every admin, as soon as all have set it up.',
  keys,
  async check(context) {
    const { second_factor_roles } = await settingsOf(context);
    const free = ['admin', 'business_admin'].filter((role) => !second_factor_roles.includes(role));
    return free.length > 0
      ? missing(
          `Two-step sign-in is not required for: ${free.join(', ')}.`,
          'One guessed password opens the data of all families.',
          'Once all admins have set it up, run setup again.',
        )
      : ok('Every admin needs two-step sign-in.');
  },
  /** This changes nothing until each admin has a second factor, so that nobody is locked out. */
  do: async (context) =>
    void (await runSql(
      context,
      `update public.settings set second_factor_roles = array(
         select distinct unnest(second_factor_roles || '{admin,business_admin}'::text[]) order by 1)
       where exists (select from public.user_roles where role = 'business_admin')
         and not exists (select from public.user_roles r where r.role in ('admin', 'business_admin')
           and not exists (select from auth.mfa_factors f where f.user_id = r.user_id and f.status = 'verified'))`,
    )),
};

const business: Step = {
  id: 'business',
  topic: 'staff',
  what: 'Enter the registered name, address and UEN for receipts.',
  keys,
  link: 'https://www.bizfile.gov.sg',
  async check(context) {
    const { legal_name } = await settingsOf(context);
    return legal_name
      ? ok(`Receipts name ${legal_name}.`)
      : missing(
          'Receipts do not name the business.',
          'Parents cannot hand in a receipt to their employer.',
          'Enter it at /management/settings.',
        );
  },
};

export const staffSteps = [firstAdmin, factors, required, business];
