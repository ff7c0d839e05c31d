import type { CustomValidator, ValidationContext } from 'sanity';
import { linkProblem } from './pages/link-problem.ts';
import { plainPath, served } from './pages/routes.ts';

/** Refuses a link that leads nowhere; what a redirect answers counts as somewhere. */
export const leadsSomewhere: CustomValidator<string | undefined> = async (value, context) => {
  if (!value?.startsWith('/')) return linkProblem(value) ?? true;
  return linkProblem(value, await redirectedPaths(context)) ?? true;
};

/** Addresses that the redirects answer, but for the one that asks. */
export async function redirectedPaths({
  document,
  getClient,
}: Pick<ValidationContext, 'document' | 'getClient'>): Promise<string[]> {
  const own = document?._id.replace(/^drafts\./, '') ?? '';
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'drafts' });
  const query = '*[_type == "redirect" && _id != $own && defined(from)].from';
  return (await client.fetch<string[]>(query, { own })).map((from) => plainPath(served(from)));
}
