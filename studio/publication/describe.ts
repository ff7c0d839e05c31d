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
  checkout: string;
  site: string;
}

const isSold = ({ type, available }: Published) => sold.has(type) && available;

/** Describes the state of a publication to the editor who published. */
export function describe(document: Published, status: PublicationStatus): Summary {
  const checkout = checkoutText(document, status);
  const site = siteMessage(status);
  const refused = isSold(document) && status.checkout === 'refused';
  const sellsEarlierPrice = status.checkout === 'earlier_version';
  const failed = status.site === 'failed';
  const waits = status.checkout === 'older' || (isSold(document) && status.checkout === 'unknown');
  if (refused) return { label: 'Refused by the checkout', color: 'danger', settled: true, checkout, site };
  if (sellsEarlierPrice)
    return { label: 'Earlier price in use', color: 'danger', settled: true, checkout, site };
  if (failed) return { label: 'Not on the site', color: 'danger', settled: false, checkout, site };
  if (waits || status.site === 'building')
    return { label: 'On its way', color: 'primary', settled: false, checkout, site };
  return { label: 'Live', color: 'success', settled: true, checkout, site };
}

function checkoutText(document: Published, { checkout, problem }: PublicationStatus): string {
  if (checkout === 'earlier_version') return problem ?? 'Keeps the earlier prices.';
  if (!sold.has(document.type)) return 'Not needed: this is not for sale.';
  if (!document.available)
    return checkout === 'older' ? 'Still sells the earlier version.' : 'Not on sale, as you published it.';
  if (checkout === 'known') return 'Sells what you published.';
  if (checkout === 'older') return 'Still sells the earlier version.';
  if (checkout === 'unknown') return 'Has not received it yet.';
  return `Refused it, so nobody can buy it. ${problem ?? ''}`.trim();
}

function siteMessage({ site, reason }: PublicationStatus): string {
  if (site === 'built') return 'Shows what you published.';
  if (site === 'building') return 'Is being built. The pages follow in a moment.';
  return `Could not be built, so the earlier pages stay up. ${reason ?? ''}`.trim();
}
