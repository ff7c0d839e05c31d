import type { CustomValidator, StringRule, ValidationContext } from 'sanity';
import { linkProblem } from './pages/link-problem.ts';
import { plainPath, served } from './pages/routes.ts';
import { type DatedPage, linkDatesRemark } from './rules/link-dates.ts';

/** The rules of a link: its page exists, and is shown for as long as the link may be. */
export const linkRules = (rule: StringRule) => [
  rule.custom(leadsSomewhere),
  rule.custom(staysThere).warning(),
];

/** Rejects a link to an address that does not exist. Addresses of redirects and of pages made of blocks do exist. */
const leadsSomewhere: CustomValidator<string | undefined> = async (value, context) => {
  if (!value?.startsWith('/')) return linkProblem(value) ?? true;
  const { pages, redirects } = await takenAddresses(context);
  return linkProblem(value, [...pages, ...redirects]) ?? true;
};

const staysThere: CustomValidator<string | undefined> = async (value, { getClient }) => {
  if (!value?.startsWith('/')) return true;
  const query =
    '*[_type == "page" && defined(address) && (defined(showing.from) || defined(showing.until))]{ address, showing }';
  const pages = await drafts(getClient).fetch<DatedPage[]>(query);
  return linkDatesRemark(value, pages, new Date().toISOString()) ?? true;
};

const drafts = (getClient: ValidationContext['getClient']) =>
  getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });

/** Returns the addresses of redirects and pages, except those of the document being checked. */
export async function takenAddresses({
  document,
  getClient,
}: Partial<Pick<ValidationContext, 'document'>> & Pick<ValidationContext, 'getClient'>): Promise<{
  pages: string[];
  redirects: string[];
}> {
  const publishedId = document?._id.replace(/^drafts\./, '') ?? '';
  const query = `{
    "pages": *[_type == "page" && _id != $own && defined(address)].address,
    "redirects": *[_type == "redirect" && _id != $own && defined(from)].from
  }`;
  const { pages, redirects } = await drafts(getClient).fetch<{ pages: string[]; redirects: string[] }>(
    query,
    {
      own: publishedId,
    },
  );
  const servedPaths = (addresses: string[]) => addresses.map((address) => plainPath(served(address)));
  return { pages: servedPaths(pages), redirects: servedPaths(redirects) };
}
