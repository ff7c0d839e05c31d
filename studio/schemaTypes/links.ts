import type { CustomValidator, ValidationContext } from 'sanity';
import { linkProblem } from './pages/link-problem.ts';
import { plainPath, served } from './pages/routes.ts';

/** Rejects a link without a destination; the address of a redirect is accepted. */
export const leadsSomewhere: CustomValidator<string | undefined> = async (value, context) => {
  if (!value?.startsWith('/')) return linkProblem(value) ?? true;
  return linkProblem(value, await redirectedPaths(context)) ?? true;
};

/** Addresses of all redirects except the document being checked. */
export async function redirectedPaths({
  document,
  getClient,
}: Partial<Pick<ValidationContext, 'document'>> & Pick<ValidationContext, 'getClient'>): Promise<string[]> {
  const own = document?._id.replace(/^drafts\./, '') ?? '';
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });
  const query = '*[_type == "redirect" && _id != $own && defined(from)].from';
  return (await client.fetch<string[]>(query, { own })).map((from) => plainPath(served(from)));
}
