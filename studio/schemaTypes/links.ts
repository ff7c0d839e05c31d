import type { CustomValidator, ValidationContext } from 'sanity';
import { linkProblem } from './pages/link-problem.ts';
import { plainPath, served } from './pages/routes.ts';

/** Rejects a link to an address that does not exist. Addresses of redirects and of pages made of blocks do exist. */
export const leadsSomewhere: CustomValidator<string | undefined> = async (value, context) => {
  if (!value?.startsWith('/')) return linkProblem(value) ?? true;
  const { pages, redirects } = await takenAddresses(context);
  return linkProblem(value, [...pages, ...redirects]) ?? true;
};

/** Returns the addresses of redirects and pages, except those of the document being checked. */
export async function takenAddresses({
  document,
  getClient,
}: Partial<Pick<ValidationContext, 'document'>> & Pick<ValidationContext, 'getClient'>): Promise<{
  pages: string[];
  redirects: string[];
}> {
  const publishedId = document?._id.replace(/^drafts\./, '') ?? '';
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });
  const query = `{
    "pages": *[_type == "page" && _id != $own && defined(address)].address,
    "redirects": *[_type == "redirect" && _id != $own && defined(from)].from
  }`;
  const { pages, redirects } = await client.fetch<{ pages: string[]; redirects: string[] }>(query, {
    own: publishedId,
  });
  const servedPaths = (addresses: string[]) => addresses.map((address) => plainPath(served(address)));
  return { pages: servedPaths(pages), redirects: servedPaths(redirects) };
}
