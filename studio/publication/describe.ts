import { formatClock, formatMoment } from '../../supabase/functions/_shared/contract/format.ts';
import { soldTypes as sold } from '../sale/sold-types.ts';
import type { LeftOut } from './left-out.ts';
import { neverShown } from './how-to-show.ts';
import type { PublicationStatus } from './status.ts';

interface Window {
  from?: string;
  until?: string;
}

export interface PublishedFacts {
  type: string;
  /** The document's switch “On sale”. If it is off, the checkout does not need the document. */
  available: boolean;
  /** The document's switch “Shown”, if it has one. */
  isShown?: boolean;
  updatedAt?: string;
  showing?: Window;
  saleTime?: Window;
  /** `same` means that there is no draft, or that the draft changes nothing. */
  draft?: 'same' | 'differs' | 'invalid';
  /** True if the form shows an earlier revision from the history. */
  isEarlierVersion?: boolean;
  /** What families do not see, although the document is published. Null if they see everything. */
  leftOut?: LeftOut | null;
  /** True if this Studio belongs to a hosted site, whose builds are reported. */
  isHosted?: boolean;
}

export interface Summary {
  label: string;
  color: 'success' | 'primary' | 'warning' | 'danger';
  /** True if no change is expected, so that Studio asks less often. */
  settled: boolean;
  checkout: string;
  site: string;
  /** The paths of the pages that show the document. Null if they are not known. */
  pages: readonly string[] | null;
  /** A problem that the editor should know about, or null. */
  warning: string | null;
}

/**
 * The time in milliseconds after which a publication should have been reported. The webhook reports within seconds,
 * and a comparison every minute finds documents that it missed.
 */
const REPORTED_WITHIN_MS = 150_000;

const isSold = ({ type, available }: PublishedFacts) => sold.has(type) && available;
/**
 * Returns whether a document is copied to the database. Bases are copied too, because camps and
 * classes are planned there.
 */
const isTakenOver = (document: PublishedFacts) => isSold(document) || document.type === 'base';

/** Describes the state of a publication to the editor. The label says “Live” only if everything is live. */
export function describe(
  document: PublishedFacts,
  status: PublicationStatus,
  now: Date = new Date(),
): Summary {
  const { label, color, settled = true } = labelOf(document, status, now);
  return {
    label,
    color,
    settled,
    checkout: checkoutText(document, status, now),
    site: siteText(document, status),
    pages: status.site === 'built' && !neverShown.has(document.type) ? (status.pages ?? null) : null,
    warning: warningOf(document, status, now),
  };
}

type Label = Pick<Summary, 'label' | 'color'> & { settled?: boolean };

function labelOf(document: PublishedFacts, status: PublicationStatus, now: Date): Label {
  if (document.isEarlierVersion) return { label: 'Earlier version', color: 'warning' };
  if (document.draft === 'invalid') return { label: 'Draft has errors', color: 'danger' };
  if (document.draft === 'differs') return { label: 'Draft differs from live', color: 'warning' };
  if (status.checkout === 'refused' && (isTakenOver(document) || !sold.has(document.type)))
    return { label: refusedBy(document), color: 'danger' };
  if (status.checkout === 'earlier_version')
    return {
      label: isWithoutOffer(document, status) ? 'Not on sale yet' : 'Earlier price in use',
      color: 'danger',
    };
  if (status.site === 'failed') return { label: 'Not on the site', color: 'danger', settled: false };
  if (isUnreported(document, status, now)) return { label: 'Not reported', color: 'danger', settled: false };
  if (status.site === 'other_build') return { label: 'Not on the site', color: 'danger' };
  if (status.site === 'silent') return { label: 'Built, not seen live', color: 'warning' };
  const waits = status.checkout === 'older' || (isTakenOver(document) && status.checkout === 'unknown');
  if (status.site === 'none')
    return document.isHosted
      ? { label: 'Builds not reported', color: 'warning', settled: !waits }
      : { label: 'Not built here', color: 'primary', settled: !waits };
  if (waits || status.site === 'building' || status.site === 'uploading')
    return { label: onItsWay(document, status), color: 'primary', settled: false };
  const windows = [document.showing, isSold(document) ? document.saleTime : undefined];
  if (windows.some((window) => isBefore(window, now))) return { label: 'Scheduled', color: 'primary' };
  if (windows.some((window) => isAfter(window, now))) return { label: 'Ended', color: 'primary' };
  if (status.pages?.length === 0 && !neverShown.has(document.type))
    return document.isShown === false
      ? { label: 'Switched off', color: 'primary' }
      : { label: 'Live, shown nowhere', color: 'warning' };
  if (document.leftOut) return { label: document.leftOut.label, color: 'warning' };
  if (status.found_by_sweep) return { label: 'On the site, webhook lost', color: 'warning' };
  return { label: 'Live', color: 'success' };
}

/** Returns whether nobody can buy a product, because its first price waits for a confirmation or an approval. */
const isWithoutOffer = ({ type }: PublishedFacts, { checkout, has_offer }: PublicationStatus) =>
  checkout === 'earlier_version' && sold.has(type) && has_offer === false;

/** Names the systems that already have the publication, and since when. */
function onItsWay(document: PublishedFacts, status: PublicationStatus): string {
  const { checkout, reported_at: at, site, built_at: builtAt, building_since: since } = status;
  const times = [
    ...(isTakenOver(document) && checkout === 'known' && at
      ? [`${document.type === 'base' ? 'office' : 'checkout'} ${formatClock(at)}`]
      : []),
    ...(site === 'building' && since ? [`site building since ${formatClock(since)}`] : []),
    ...(site === 'uploading' && builtAt ? [`site built ${formatClock(builtAt)}, being uploaded`] : []),
    ...(site === 'built' && builtAt ? [`site ${formatClock(builtAt)}`] : []),
  ];
  return times.length === 0 ? 'On its way' : `On its way: ${times.join(', ')}`;
}

const isBefore = (window: Window | undefined, now: Date) =>
  window?.from !== undefined && Date.parse(window.from) > now.getTime();
const isAfter = (window: Window | undefined, now: Date) =>
  window?.until !== undefined && Date.parse(window.until) <= now.getTime();

/** Returns who refused a document. Packing lists, teams and sentences of e-mails are also copied to the database. */
const refusedBy = ({ type }: PublishedFacts) =>
  type === 'base' ? 'Refused by Management' : sold.has(type) ? 'Refused by the checkout' : 'Partly refused';

const isUnreported = ({ updatedAt }: PublishedFacts, { reported, site }: PublicationStatus, now: Date) =>
  !reported &&
  site !== 'built' &&
  site !== 'none' &&
  updatedAt !== undefined &&
  now.getTime() - Date.parse(updatedAt) > REPORTED_WITHIN_MS;

function warningOf(document: PublishedFacts, status: PublicationStatus, now: Date): string | null {
  const checked = status.swept_at ? ` Our check last ran at ${formatMoment(status.swept_at)}.` : '';
  if (isUnreported(document, status, now))
    return `Neither Sanity’s webhook nor our check, which runs every minute, has reported it, so the site has not been built with it.${checked} Please tell the person who looks after the site.`;
  if (status.found_by_sweep)
    return 'Sanity’s webhook did not report it. Our check, which runs every minute, found it instead. Please tell the person who looks after the site: the webhook is missing, or its secret is wrong.';
  return document.leftOut?.text ?? null;
}

function checkoutText(document: PublishedFacts, status: PublicationStatus, now: Date): string {
  const { checkout, problem, reported_at: at } = status;
  const since = at ? ` Since ${formatMoment(at)}.` : '';
  if (checkout === 'earlier_version') return problem ?? 'It keeps the earlier prices.';
  if (document.type === 'base') {
    if (checkout === 'known') return `The office can plan camps and classes here.${since}`;
    if (checkout === 'refused') return `The office refused it. ${problem ?? ''}`.trim();
    return checkout === 'older'
      ? 'Management still has the earlier version.'
      : 'Management has not received it yet.';
  }
  if (!sold.has(document.type))
    return checkout === 'refused' ? (problem ?? 'It was refused.') : 'Not needed: this is not for sale.';
  if (checkout === 'older') return 'It still sells the earlier version.';
  if (!document.available) return 'This is not on sale, because “On sale” is off.';
  const { from, until } = document.saleTime ?? {};
  if (checkout === 'known' && from && isBefore(document.saleTime, now))
    return `It will sell this from ${formatMoment(from)}. Until then, nobody can buy it.`;
  if (checkout === 'known' && until && isAfter(document.saleTime, now))
    return `The time on sale ended at ${formatMoment(until)}, so nobody can buy it.`;
  if (checkout === 'known') return `It sells what you published.${since}`;
  if (checkout === 'unknown') return 'It has not received this yet.';
  return `It refused this, so nobody can buy it. ${problem ?? ''}`.trim();
}

function siteText(document: PublishedFacts, status: PublicationStatus): string {
  const { site, reason, checkout, built_at: builtAt, building_since: since } = status;
  if (isWithoutOffer(document, status)) return 'No page shows it before the checkout sells it.';
  if (site === 'built' && checkout === 'earlier_version' && sold.has(document.type))
    return 'It shows your texts, and the prices that the checkout charges.';
  if (site === 'built')
    return `It shows what you published.${builtAt ? ` Built at ${formatMoment(builtAt)}.` : ''}`;
  const finished = builtAt ? ` at ${formatMoment(builtAt)}` : '';
  if (site === 'uploading')
    return `It was built${finished} and is being uploaded. The live site does not answer with this build yet.`;
  if (site === 'other_build')
    return `The live site shows an earlier build, which does not contain this, although a build finished${finished}. Its upload failed, or somebody brought an earlier version back. Please tell the person who looks after the site.`;
  if (site === 'silent')
    return `It was built${finished}, but the live site does not say which build it shows, so we can’t tell whether families see this. Please tell the person who looks after the site: /build.json must be reachable.`;
  if (site === 'none' && document.isHosted)
    return 'The builder of the site has not reported a build yet, so we can’t tell whether families see this. If this is still so after a build, please tell the person who looks after the site: the builder needs the variable MAINTENANCE_SECRET.';
  if (site === 'none')
    return 'No build of the site has been reported. On a developer’s machine, pages show drafts at once.';
  if (site === 'failed') return `It could not be built, so the earlier pages stay up. ${reason ?? ''}`.trim();
  return since
    ? `It has been building since ${formatMoment(since)}. The pages follow in a few minutes.`
    : 'It is waiting for its build. The pages follow in a few minutes.';
}
