import { soldTypes as sold } from '../sale/sold.ts';
import type { PublicationStatus } from './status.ts';

export interface Published {
  type: string;
  /** The document's “On sale” switch. If it is off, the checkout need not know the document. */
  available: boolean;
}

export interface Summary {
  label: string;
  color: 'success' | 'primary' | 'danger';
  /** True if nothing will change any more, so that polling can slow down. */
  settled: boolean;
  till: string;
  site: string;
}

const isSold = ({ type, available }: Published) => sold.has(type) && available;

/** Describes the state of a publication to the editor who published. */
export function describe(document: Published, status: PublicationStatus): Summary {
  const till = tillWords(document, status);
  const site = siteWords(status);
  const refused = isSold(document) && status.till === 'refused';
  const kept = status.till === 'kept';
  const failed = status.site === 'failed';
  const waits = status.till === 'older' || (isSold(document) && status.till === 'unknown');
  if (refused) return { label: 'Refused by the till', color: 'danger', settled: true, till, site };
  if (kept) return { label: 'Not taken over', color: 'danger', settled: true, till, site };
  if (failed) return { label: 'Not on the site', color: 'danger', settled: false, till, site };
  if (waits || status.site === 'building')
    return { label: 'On its way', color: 'primary', settled: false, till, site };
  return { label: 'Live', color: 'success', settled: true, till, site };
}

function tillWords(document: Published, { till, problem }: PublicationStatus): string {
  if (till === 'kept') return problem ?? 'Goes on with the prices before.';
  if (!sold.has(document.type)) return 'Not needed: nothing of this is sold.';
  if (!document.available)
    return till === 'older' ? 'Still sells what was published before.' : 'Not on sale, as you published it.';
  if (till === 'known') return 'Sells what you published.';
  if (till === 'older') return 'Still sells what was published before.';
  if (till === 'unknown') return 'Does not know it yet.';
  return `Refused it, so nobody can buy it. ${problem ?? ''}`.trim();
}

function siteWords({ site, reason }: PublicationStatus): string {
  if (site === 'built') return 'Shows what you published.';
  if (site === 'building') return 'Is being built; the pages follow in a moment.';
  return `Could not be built, so the pages before stay up. ${reason ?? ''}`.trim();
}
