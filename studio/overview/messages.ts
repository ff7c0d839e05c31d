import { formatMoment, formatMoney } from '../../supabase/functions/_shared/contract/format.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { withProduct } from '../../src/config/brand.ts';
import { liveState } from '../publication/live-build.ts';
import type { BuildCause, OverviewFacts, Price, UpcomingChange } from './api.ts';

type Tone = 'good' | 'waiting' | 'bad';

interface Status {
  name: string;
  tone: Tone;
  title: string;
  text: string;
}

export function siteStatus(facts: OverviewFacts, isHosted = false, now: Date = new Date()): Status {
  const { site, build_cause: cause } = facts;
  const name = 'Site';
  const builtAt = site.built_at
    ? `The pages are from ${formatMoment(site.built_at)}. ${causeText(cause)}`
    : 'No build has finished yet.';
  if (site.site === null && isHosted)
    return {
      name,
      tone: 'bad',
      title: 'Builds not reported',
      text: 'No build has been reported yet, so we can’t tell what families see. If this is still so after a build, please tell the person who looks after the site: the builder needs the variable MAINTENANCE_SECRET.',
    };
  if (site.site === null)
    return {
      name,
      tone: 'waiting',
      title: 'Not built here',
      text: 'No build has been reported yet. On a developer’s machine, pages show drafts at once.',
    };
  if (site.site === 'failed')
    return { name, tone: 'bad', title: 'Build failed', text: `${site.reason ?? ''} ${builtAt}`.trim() };
  if (site.site === 'late')
    return {
      name,
      tone: 'bad',
      title: 'Build overdue',
      text: `It has not finished within 20 minutes. ${builtAt} Please tell the person who looks after the site.`,
    };
  if (site.site === 'building') return { name, tone: 'waiting', title: 'Being built', text: builtAt };
  return uploadStatus(facts, now) ?? { name, tone: 'good', title: 'Up to date', text: builtAt };
}

/** Returns what is wrong if the live site does not answer with the last build, or null. */
function uploadStatus(
  { site, newest_build: newest, live_build: live }: OverviewFacts,
  now: Date,
): Status | null {
  if (live === undefined) return null;
  const builtAt = site.built_at ? ` at ${formatMoment(site.built_at)}` : '';
  switch (liveState({ newest, builtAt: site.built_at }, live, now)) {
    case 'newest':
      return null;
    case 'uploading':
      return {
        name: 'Site',
        tone: 'waiting',
        title: 'Being uploaded',
        text: `It was built${builtAt}. The live site does not answer with this build yet.`,
      };
    case 'other_build':
      return {
        name: 'Site',
        tone: 'bad',
        title: 'Earlier build live',
        text: `A build finished${builtAt}, but the live site shows an earlier one. Its upload failed, or somebody brought an earlier version back. Please tell the person who looks after the site.`,
      };
    case 'silent':
      return {
        name: 'Site',
        tone: 'bad',
        title: 'Not confirmed live',
        text: `A build finished${builtAt}, but the live site does not say which build it shows, so we can’t tell what families see. Please tell the person who looks after the site: /build.json must be reachable.`,
      };
  }
}

const requests: Record<BuildCause['requested_for'][number], string> = {
  camps: 'a camp was changed in Management',
  new_day: 'a new day began',
  planned: 'a planned change was due',
};

/** Returns why the last build began. If none of our own requests explains it, somebody started it. */
export function causeText({ published, count, deleted, requested_for: requested }: BuildCause): string {
  const [first] = published;
  const named = first?.title ? `“${withProduct(first.title)}”` : null;
  const causes = [
    ...(count > 1
      ? [
          named
            ? `${named} and ${plural(count - 1, 'other document')} were published`
            : `${count} documents were published`,
        ]
      : count === 1
        ? [`${named ?? 'a document'} was published`]
        : []),
    ...(deleted > 0 ? [`${plural(deleted, 'document was', 'documents were')} deleted`] : []),
    ...requested.map((cause) => requests[cause]),
  ];
  return causes.length === 0
    ? 'The last build was started by hand or by a deployment.'
    : `Last built because ${new Intl.ListFormat('en-GB').format(causes)}.`;
}

export function checkoutStatus({ checkout, site }: OverviewFacts): Status {
  const name = 'Checkout';
  const onSale = `${plural(checkout.on_sale, 'product is', 'products are')} on sale.`;
  if (checkout.mode !== 'open')
    return {
      name,
      tone: 'bad',
      title: checkout.mode === 'stopped' ? 'Sales stopped' : 'Maintenance',
      text: `Parents read: “${checkout.sentence ?? ''}”`,
    };
  if (site.refused.length > 0)
    return {
      name,
      tone: 'bad',
      title: plural(site.refused.length, 'document refused', 'documents refused'),
      text: onSale,
    };
  return { name, tone: 'good', title: 'Open', text: onSale };
}

/** The comparison is late if it last ran more than this many milliseconds ago. It runs every minute. */
const LATE_MS = 5 * 60_000;

export function webhookStatus({ webhook, at }: OverviewFacts): Status {
  const name = 'Publishing';
  const { swept_at: checkedAt, lost_count: lost } = webhook;
  const isLate = checkedAt === null || Date.parse(at) - Date.parse(checkedAt) > LATE_MS;
  if (isLate)
    return {
      name,
      tone: 'bad',
      title: 'Not being checked',
      text: checkedAt
        ? `The check that runs every minute last ran ${formatMoment(checkedAt)}.`
        : 'The check that runs every minute has never run.',
    };
  if (lost > 0)
    return {
      name,
      tone: 'bad',
      title: 'Webhook lost',
      text: `${plural(lost, 'document was', 'documents were')} found by our check instead. The webhook is missing, or its secret is wrong.`,
    };
  return { name, tone: 'good', title: 'Working', text: `Checked ${formatMoment(checkedAt)}.` };
}

const checkNames: Record<string, string> = {
  bookings_failing: 'Bookings are failing',
  outbox_late: 'E-mails are late',
  webhook_late: 'Payment notices are late',
  holds_late: 'Expired holds are not released',
  books_discrepancies: 'The books have discrepancies',
  build_failed: 'The site could not be built',
  chores_late: 'Scheduled jobs are late',
};

export function checksStatus({ checks, late_chores: lateChores }: OverviewFacts): Status {
  const name = 'Checks';
  const failed = checks.map(
    ({ kind, began_at: since }) => `${checkNames[kind] ?? kind} since ${formatMoment(since)}.`,
  );
  if (failed.length > 0)
    return {
      name,
      tone: 'bad',
      title: plural(failed.length, 'check failed', 'checks failed'),
      text: failed.join(' '),
    };
  if (lateChores.length > 0)
    return {
      name,
      tone: 'bad',
      title: 'Jobs are late',
      text: `${plural(lateChores.length, 'scheduled job is', 'scheduled jobs are')} late.`,
    };
  return { name, tone: 'good', title: 'All well', text: 'No check has failed.' };
}

export const kinds: Record<string, string> = {
  pass: 'Pass',
  team_pass: 'Team pass',
  camp_tier: 'Camp',
  holiday_package: 'Holiday package',
  birthday_package: 'Birthday',
};

export function livePrice({ live_cents: from, live_to_cents: to }: Price): string {
  if (from === null) return 'No upcoming camp';
  return to === null || to === from ? formatMoney(from) : `${formatMoney(from)}–${formatMoney(to)}`;
}

export function soonText({ what, title, detail }: UpcomingChange): string {
  const named =
    detail === null || detail === ''
      ? title
      : `${title}, ${what === 'price_changes' ? formatMoney(Number(detail)) : detail}`;
  const texts: Record<UpcomingChange['what'], string> = {
    price_starts: `Early bird begins: ${named}`,
    price_ends: `Early bird ends: ${named}`,
    price_changes: `New price: ${named}`,
    sale_starts: `Goes on sale: ${named}`,
    sale_ends: `Goes off sale: ${named}`,
    camp_starts: `Camp starts: ${named}`,
    code_starts: `Promotion code starts: ${named}`,
    code_ends: `Promotion code ends: ${named}`,
    shown_from: `Appears: ${named}`,
    shown_until: `Disappears: ${named}`,
  };
  return texts[what];
}

/** Returns for whom a draft waits. `request` is the open request for its review. */
export function waitsFor(
  request: { requestedBy: string; requestedAt: string } | undefined,
  canPublish: boolean,
): string {
  if (!request) return canPublish ? 'waits for its author, or for you' : 'waits for its author';
  const by = `${request.requestedBy} asked on ${formatMoment(request.requestedAt)}`;
  return canPublish ? `waits for your review: ${by}` : `waits for a publisher: ${by}`;
}

/** Returns the start of yesterday in Singapore, which has no daylight saving time. */
export function startOfYesterday(now: Date): Date {
  const day = 24 * 3_600_000;
  const zone = 8 * 3_600_000;
  return new Date(Math.floor((now.getTime() + zone) / day) * day - day - zone);
}

/** Returns a line such as “And 12 more. Plan lists them.” for a list that shows only its first rows, or null. */
export const moreText = (total: number, shown: number, where: string): string | null =>
  total > shown ? `And ${total - shown} more. ${where}` : null;
