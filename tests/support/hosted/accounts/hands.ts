/** What people do on the pages of the services: `curl -X POST http://127.0.0.1:4950/_hands/<name>`. */
import { importSeed } from '#local/lake/import.ts';
import { typedKeys, type World } from '../world.ts';

interface Hands {
  world: World;
  lake: string;
  backUp: () => Promise<Date>;
  /** Calls a real address. */
  reach: typeof fetch;
  mails: string;
}

/**
 * Each function does one step of docs/deploying.md, “What is left for hands”, and returns a sentence about what it did.
 */
export function handsOf({ world, lake, backUp, reach, mails }: Hands): Record<string, () => Promise<string>> {
  const { stripe, supabase, resend, sanity, site, dns } = world;
  const sql = () => world.db.sql;
  const said = (text: string) => Promise.resolve(text);
  return {
    'stripe-activation'() {
      Object.assign(stripe.account, {
        charges_enabled: true,
        payouts_enabled: true,
        settings: { payments: { statement_descriptor: 'OTTER TRAILS' } },
      });
      return said('Stripe has activated the account.');
    },
    'payment-methods'() {
      for (const method of Object.values(stripe.methods)) method.available = true;
      return said('PayNow and GrabPay are available.');
    },
    portal() {
      stripe.portal ??= { active: true, change: false, cancel: false, mode: 'immediately' };
      return said('The customer portal was saved once.');
    },
    dns() {
      for (const domain of resend.domains) domain.status = 'verified';
      dns.set('_dmarc.otter.example', 'v=DMARC1; p=none');
      site.www = 'redirect';
      return said('The records of the mail domain and the names of the site are entered.');
    },
    'database-log'() {
      supabase.logsAreQuiet = true;
      return said('The database logs no values.');
    },
    async content() {
      const target = { projectId: typedKeys.SANITY_PROJECT_ID, dataset: typedKeys.SANITY_DATASET };
      const n = await importSeed(lake, { ...target, token: typedKeys.SANITY_AUTH_TOKEN });
      return `${n} documents are imported.`;
    },
    async publish() {
      const at = `${lake}/v2025-02-19/data/mutate/${typedKeys.SANITY_DATASET}`;
      const answer = await fetch(at, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${typedKeys.SANITY_AUTH_TOKEN}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ mutations: [{ patch: { id: 'pass-term', inc: { price: 1 } } }] }),
      });
      return answer.ok ? 'The pass “Term” is published for S$1 more.' : await answer.text();
    },
    studio() {
      sanity.studioPage = '<div id="sanity"></div>';
      return said('Studio is deployed.');
    },
    async night() {
      const moment = await backUp();
      supabase.backups.unshift({ inserted_at: moment.toISOString(), status: 'COMPLETED' });
      return `A backup was made at ${moment.toISOString()}.`;
    },
    pitr() {
      supabase.hasPitr = true;
      return said('Point-in-time recovery is bought.');
    },
    'sign-up': async () => signUp({ world, reach, mails }),
    async 'second-factor'() {
      await sql()`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
        select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users where email = ${typedKeys.ADMIN_EMAIL}`;
      return 'The first admin has a second factor.';
    },
    async business() {
      await sql()`update public.settings set legal_name = 'Otter Trails Pte. Ltd.'`;
      return 'The registered name is in the settings.';
    },
    async camp() {
      const [row] = await sql()<{ id: string }[]>`
        insert into public.camp_weeks (name, tier, team_types, location_id, start_date, end_date, capacity)
        select 'Rehearsal camp', 'spark', '{red}', l.id, current_date + 40, current_date + 42, 20
        from public.locations l where l.base is not null order by l.name limit 1 returning id`;
      await sql()`with coach as (insert into public.coaches (name) values ('Rehearsal') returning id)
        insert into public.camp_coaches (camp_id, coach_id) select ${row?.id ?? ''}, id from coach`;
      return `The camp ${row?.id ?? ''} is planned, with a coach.`;
    },
    async accident() {
      await sql().begin(async (tx) => {
        await tx`set local session_replication_role = replica`;
        await tx`delete from public.payments`;
      });
      return 'All payments are deleted.';
    },
  };
}

/** Signs up the first admin, and presses the link in the mail. */
async function signUp({ world, reach, mails }: Pick<Hands, 'world' | 'reach' | 'mails'>): Promise<string> {
  const project = `https://${world.supabase.projects[0]?.ref ?? ''}.supabase.co/auth/v1`;
  const apikey = world.supabase.apiKeys.find(({ type }) => type === 'publishable')?.api_key ?? '';
  const post = (path: string, body: object) =>
    reach(`${project}/${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const email = typedKeys.ADMIN_EMAIL;
  const signed = await post('signup', { email, password: 'a long password of the first admin' });
  if (!signed.ok) return `Refused: ${signed.status} ${await signed.text()}`;
  const list = (await (
    await fetch(`${mails}/_test/emails?to=${encodeURIComponent(email)}`)
  ).json()) as unknown;
  const text = JSON.stringify(list);
  const hash = /token_hash=([\w-]+)/.exec(text)?.[1] ?? '';
  const verified = await post('verify', { type: 'email', token_hash: hash });
  return verified.ok
    ? `${email} signed up and pressed the link in the mail.`
    : `The link failed: ${await verified.text()}`;
}
