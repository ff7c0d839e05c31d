import * as v from 'valibot';
import { type Context, functionUrl } from '../context.ts';
import { resendCall, ResendHook, resendHooks } from '../resend-calls.ts';
import { listNames, missing, ok, type Step, wrong } from '../step.ts';
import { isKnown } from '../supabase.ts';
import { senderOf } from './auth.ts';

const keys = ['RESEND_API_KEY'] as const;
/** The events that resend-webhook records. Opened mails are not among them, because that needs a tracking image. */
const events = [
  'email.delivered',
  'email.delivery_delayed',
  'email.bounced',
  'email.suppressed',
  'email.complained',
];

const DnsRecord = v.object({
  type: v.string(),
  name: v.string(),
  value: v.string(),
  status: v.string(),
  priority: v.nullish(v.number()),
});
const Domain = v.object({
  id: v.string(),
  name: v.string(),
  status: v.string(),
  open_tracking: v.optional(v.boolean(), false),
  click_tracking: v.optional(v.boolean(), false),
  records: v.optional(v.array(DnsRecord), []),
});
const DomainList = v.object({ data: v.array(v.object({ id: v.string(), name: v.string() })) });

async function domainOf(context: Context): Promise<v.InferOutput<typeof Domain> | undefined> {
  const sender = senderDomain(context);
  const { data } = v.parse(DomainList, await resendCall(context, '/domains'));
  const found = data.find(({ name }) => name === sender);
  return found && v.parse(Domain, await resendCall(context, `/domains/${found.id}`));
}

const senderDomain = (context: Context) => senderOf(context).email.split('@')[1] ?? '';
const noMail = 'No e-mail arrives: no confirmation, no ticket, no sign-in link.';

const recordLine = ({ type, name, value, priority }: v.InferOutput<typeof DnsRecord>) =>
  `  ${type} ${name} → ${value}${typeof priority === 'number' ? ` (priority ${priority})` : ''}`;

const domain: Step = {
  id: 'mail-domain',
  topic: 'Resend',
  what: 'Add the domain of MAIL_FROM without tracking, and show the DNS records to enter.',
  keys: [...keys, 'MAIL_FROM'],
  link: 'https://resend.com/domains',
  async check(context) {
    const found = await domainOf(context);
    const name = senderDomain(context);
    if (!found) return missing(`Resend does not know the domain ${name}.`, noMail);
    if (found.open_tracking || found.click_tracking)
      return wrong(
        `Resend tracks who opens or clicks e-mails from ${name}.`,
        'E-mails to families contain a tracking image, which the privacy policy excludes.',
      );
    if (found.status === 'verified') return ok(`${name} is verified.`);
    const open = found.records.filter(({ status }) => status !== 'verified');
    return wrong(
      `${name} is ${found.status}. These DNS records are not seen yet:\n${open.map(recordLine).join('\n')}`,
      noMail,
      'Enter the records where the domain is registered, then run setup again.',
    );
  },
  async do(context) {
    let found = await domainOf(context);
    if (!found) {
      await resendCall(context, '/domains', {
        method: 'POST',
        json: { name: senderDomain(context), region: 'ap-northeast-1' },
      });
      found = await domainOf(context);
    }
    if (!found) throw new Error('Resend has not kept the domain.');
    if (found.open_tracking || found.click_tracking)
      await resendCall(context, `/domains/${found.id}`, {
        method: 'PATCH',
        json: { open_tracking: false, click_tracking: false },
      });
    if (found.status !== 'verified' && found.status !== 'pending')
      await resendCall(context, `/domains/${found.id}/verify`, { method: 'POST' });
  },
};

const dmarc: Step = {
  id: 'mail-dmarc',
  topic: 'Resend',
  what: 'Use DMARC to set what happens to e-mails that only pretend to be ours.',
  keys: ['MAIL_FROM'],
  link: 'https://resend.com/docs/dashboard/domains/dmarc',
  async check(context) {
    const name = senderDomain(context);
    // A policy of the domain above counts for its subdomains.
    const names = name.split('.').length > 2 ? [name, name.split('.').slice(1).join('.')] : [name];
    for (const host of names) {
      const texts = await context.resolveTxt(`_dmarc.${host}`).catch((error: unknown) => {
        const { code } = error as NodeJS.ErrnoException;
        if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
        throw error;
      });
      const policy = texts.map((parts) => parts.join('')).find((text) => text.startsWith('v=DMARC1'));
      if (policy) return ok(`_dmarc.${host} says ${policy}.`);
    }
    return missing(
      `There is no DMARC record for ${name}.`,
      'Gmail and Yahoo put our e-mails into spam.',
      `Add the TXT record _dmarc.${name} → v=DMARC1; p=none; rua=mailto:${senderOf(context).email}`,
    );
  },
};

async function learnSecret(context: Context, id: string): Promise<void> {
  const { signing_secret } = v.parse(ResendHook, await resendCall(context, `/webhooks/${id}`));
  if (signing_secret) context.keys.set('RESEND_WEBHOOK_SECRET', signing_secret);
}

const webhook: Step = {
  id: 'mail-webhook',
  topic: 'Resend',
  what: 'Report delivered, bounced and unwanted e-mails to resend-webhook, and store the secret.',
  keys: [...keys, 'SUPABASE_ACCESS_TOKEN', 'SUPABASE_PROJECT_REF'],
  async check(context) {
    const harm = 'Nobody notices when an e-mail bounces, and the parent waits for it.';
    const [hook, ...others] = await resendHooks(context);
    if (!hook) return missing('Resend has no webhook for its reports.', harm);
    if (hook.status !== 'enabled') return wrong('Resend’s webhook is switched off.', harm);
    const absent = events.filter((event) => !hook.events?.includes(event));
    if (absent.length > 0) return wrong(`Resend does not report ${listNames(absent)}.`, harm);
    if (others.length > 0)
      return wrong(
        `${others.length + 1} webhooks of Resend have the same address.`,
        'Each report is sent twice, once with a secret that is refused.',
      );
    if (!(await isKnown(context, 'RESEND_WEBHOOK_SECRET')))
      return wrong('The secret of Resend’s webhook is known neither here nor to the functions.', harm);
    const { signing_secret } = v.parse(ResendHook, await resendCall(context, `/webhooks/${hook.id}`));
    const ours = context.keys.get('RESEND_WEBHOOK_SECRET');
    return ours !== undefined && signing_secret !== undefined && ours !== signing_secret
      ? wrong('Resend signs with a secret other than ours.', harm)
      : ok('Resend reports what happened to each e-mail.');
  },
  async do(context) {
    const [hook, ...others] = await resendHooks(context);
    for (const { id } of others) await resendCall(context, `/webhooks/${id}`, { method: 'DELETE' });
    if (!hook)
      await resendCall(context, '/webhooks', {
        method: 'POST',
        json: { endpoint: functionUrl(context, 'resend-webhook'), events },
      });
    else if (hook.status !== 'enabled' || events.some((event) => !hook.events?.includes(event)))
      await resendCall(context, `/webhooks/${hook.id}`, {
        method: 'PATCH',
        json: { events, status: 'enabled' },
      });
    const [now] = await resendHooks(context);
    if (now) await learnSecret(context, now.id);
  },
};

export const resendSteps = [domain, dmarc, webhook];
