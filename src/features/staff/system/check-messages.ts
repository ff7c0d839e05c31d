import { plural } from '#contract/plural.ts';
import type { DoctorFinding, SystemCheck, SystemChecks } from '#contract/system-checks.ts';
import { formatMoment } from '#domain/dates.ts';

const names: Record<SystemCheck['name'], string> = {
  stripe_events: 'Payment notices from Stripe',
  mail_reports: 'Delivery reports from the mail provider',
  publish_events: 'Publish notices from Sanity',
  content: 'Content and checkout agree',
  clock: 'Clocks',
  extensions: 'Database extensions',
  row_security: 'Row level security',
};

const missedText: Record<
  'stripe_events' | 'mail_reports' | 'publish_events' | 'content',
  (n: number) => string
> = {
  stripe_events: (n) =>
    `We learnt of ${plural(n, 'payment')} in the last 7 days only by asking Stripe ourselves.`,
  mail_reports: (n) => `${plural(n, 'e-mail')} sent since the last report.`,
  publish_events: (n) =>
    `We learnt of ${plural(n, 'publication')} in the last 7 days only by comparing the content ourselves.`,
  content: (n) => `${plural(n, 'document')} not accepted by the checkout for more than an hour.`,
};
const nothingYet = {
  stripe_events: 'No payments in the last 7 days, so there is nothing to check.',
  mail_reports: 'No e-mails in the last 7 days, so there is nothing to check.',
  publish_events: 'Nothing was published in the last 7 days, so there is nothing to check.',
  content: 'Not compared yet.',
} as const;
const last = (at: string | null) => (at === null ? '' : ` Last ${formatMoment(at)}.`);

function textOf(check: SystemCheck): string {
  switch (check.name) {
    case 'clock':
      return check.ms === null
        ? 'The functions have not reported their time yet.'
        : `The functions’ clock and the database’s differ by ${Math.abs(check.ms)} ms.`;
    case 'extensions':
      return check.names.length === 0
        ? 'All match the server’s version.'
        : `Older: ${check.names.join(', ')}.`;
    case 'row_security':
      return check.names.length === 0
        ? 'On everywhere, and the public can’t write anything.'
        : `Open to the public: ${check.names.join(', ')}.`;
    default:
      if (check.state === 'unknown') return nothingYet[check.name];
      if (check.missed > 0 && check.state === 'wrong')
        return `${missedText[check.name](check.missed)}${last(check.last_at)}`;
      return check.name === 'content' && check.state === 'wrong'
        ? `Not compared for more than ten minutes.${last(check.last_at)}`
        : `In order.${last(check.last_at)}`;
  }
}

/** The age in days after which a report of doctor says little about today. */
const DAYS = 8;
const DAY_MS = 86_400_000;

export const checkMessages = {
  title: 'System checks',
  failed: 'The checks did not load.',
  again: 'Load again',
  states: { ok: 'In order', wrong: 'Wrong', missing: 'Missing', unknown: 'Unknown' },
  name: ({ name }: SystemCheck) => names[name],
  text: textOf,
  doctor: 'Report from doctor',
  doctorNever:
    'There is no report yet. The command “npm run doctor -- --env production --report” checks backups, DNS, keys and function versions, and sends its report here.',
  doctorAt: ({ at, ok, findings }: SystemChecks['doctor'], now: string) =>
    `${formatMoment(at ?? now)}: ${ok} of ${ok + findings.length} settings were right.${isOld(at, now) ? ' This report is more than a week old, so today’s state is unknown.' : ''}`,
  finding: ({ what, says }: DoctorFinding) => says ?? what,
  parents: (text: string) => `Parents: ${text}`,
  fix: (text: string) => `How to fix it: ${text}`,
} as const;

export const isOld = (at: string | null, now: string) =>
  at !== null && Date.parse(now) - Date.parse(at) > DAYS * DAY_MS;
