import type { CustomValidator, StringRule, ValidationContext } from 'sanity';
import { linkProblem } from './pages/link-problem.ts';
import { plainPath, servedAddress } from './pages/routes.ts';
import { type DatedPage, linkDatesRemark } from './rules/link-dates.ts';

/** The rules of a link: its page exists, and is shown for as long as the link may be. */
export const linkRules = (rule: StringRule) => [
  rule.custom(leadsSomewhere),
  rule.custom(staysThere).warning(),
];

/** Rejects a link to an address that families cannot open once the link is published. */
export const leadsSomewhere: CustomValidator<string | undefined> = async (value, { document, getClient }) => {
  if (!value?.startsWith('/')) return linkProblem(value) ?? true;
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
  const made = await client.fetch<MadeAddress[]>(madeQuery);
  return linkProblem(value, sortAddresses(made, document?._id)) ?? true;
};

interface MadeAddress {
  _id: string;
  address: string;
}

const madeQuery = `*[_type in ["page", "redirect"] && defined(coalesce(address, from))
  && !string::startsWith(_id, "versions.")]{ _id, "address": coalesce(address, from) }`;

/** Sorts addresses by whether they are published. `own` is the checked document, which is published with its link. */
export function sortAddresses(made: readonly MadeAddress[], own = '') {
  const isLive = ({ _id }: MadeAddress) => !_id.startsWith('drafts.') || _id === own;
  const pathOf = ({ address }: MadeAddress) => plainPath(servedAddress(address));
  const live = made.filter(isLive).map(pathOf);
  return { live, drafted: made.map(pathOf).filter((path) => !live.includes(path)) };
}

const staysThere: CustomValidator<string | undefined> = async (value, { getClient }) => {
  if (!value?.startsWith('/')) return true;
  const query =
    '*[_type == "page" && defined(address) && (defined(showing.from) || defined(showing.until))]{ address, showing }';
  const pages = await drafts(getClient).fetch<DatedPage[]>(query);
  return linkDatesRemark(value, pages, new Date().toISOString()) ?? true;
};

const drafts = (getClient: ValidationContext['getClient']) =>
  getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });

/**
 * Returns the addresses of redirects and pages, except those of the document being checked. Drafts count as if they
 * were published; `livePages` are the pages as they are published now.
 */
export async function takenAddresses({
  document,
  getClient,
}: Partial<Pick<ValidationContext, 'document'>> & Pick<ValidationContext, 'getClient'>): Promise<{
  pages: string[];
  redirects: string[];
  livePages: string[];
}> {
  const publishedId = document?._id.replace(/^drafts\./, '') ?? '';
  const query = `{
    "pages": *[_type == "page" && _id != $own && defined(address)].address,
    "redirects": *[_type == "redirect" && _id != $own && defined(from)].from
  }`;
  const own = { own: publishedId };
  const [{ pages, redirects }, livePages] = await Promise.all([
    drafts(getClient).fetch<{ pages: string[]; redirects: string[] }>(query, own),
    getClient({ apiVersion: '2025-02-19' })
      .withConfig({ perspective: 'published' })
      .fetch<string[]>('*[_type == "page" && _id != $own && defined(address)].address', own),
  ]);
  const servedPaths = (addresses: string[]) => addresses.map((address) => plainPath(servedAddress(address)));
  return {
    pages: servedPaths(pages),
    redirects: servedPaths(redirects),
    livePages: servedPaths(livePages),
  };
}
