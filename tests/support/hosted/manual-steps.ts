import { makeUser } from '#support/sql.ts';
import { term, publish } from '#support/sql-selling.ts';
import { runCronJobs } from './project.ts';
import type { HostedServices } from './services.ts';
import { typedKeys, type World } from './world.ts';

/** Does what setup leaves to people, such as activating Stripe, entering DNS records, signing up and building. */
export async function doByHand(world: World, hosted: HostedServices): Promise<void> {
  const { stripe, resend, supabase, sanity, site, dns, db } = world;
  Object.assign(stripe.account, {
    charges_enabled: true,
    payouts_enabled: true,
    settings: { payments: { statement_descriptor: 'OTTER TRAILS' } },
  });
  for (const method of Object.values(stripe.methods)) method.available = true;
  stripe.portal ??= { active: true, change: false, cancel: false, mode: 'immediately' };
  for (const domain of resend.domains) domain.status = 'verified';
  dns.set('_dmarc.otter.example', 'v=DMARC1; p=none');
  supabase.backups = [{ inserted_at: new Date().toISOString(), status: 'COMPLETED' }];
  supabase.logsAreQuiet = true;
  sanity.documents = [{ id: term.id, title: term.id, price: term.price_cents / 100, available: true }];
  sanity.studioPage = '<div id="sanity"></div>';
  await publish(db, [term]);
  site.status = 200;
  site.prices.set(term.id, term.price_cents);
  site.www = 'redirect';
  site.headers = {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Content-Security-Policy': "frame-ancestors 'none'",
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'public, max-age=0, must-revalidate',
  };
  await db.sql`insert into public.site_builds (build, state, finished_at) values ('one', 'built', clock_timestamp())`;
  world.site.build = 'one';
  await db.sql`update public.settings set legal_name = 'Otter Trails Pte. Ltd.'`;
  const [known] = await db.sql`select from auth.users where email = ${typedKeys.ADMIN_EMAIL}`;
  if (!known) {
    const id = await makeUser(db, typedKeys.ADMIN_EMAIL);
    await db.sql`update auth.users set email_confirmed_at = clock_timestamp() where id = ${id}`;
    await db.sql`insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
  }
  await runCronJobs(world, hosted.fetch);
}
