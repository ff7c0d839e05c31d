import type { CustomValidator } from 'sanity';
import { shortNameProblem } from '../../supabase/functions/_shared/contract/selling-rules/short-name.ts';

/**
 * Requires a value that no other document of the type has. Otherwise the site and the database could not tell the
 * documents apart.
 */
export const uniqueSlug =
  (type: string, field: string): CustomValidator<string | undefined> =>
  async (value, { document, getClient }) => {
    if (value === undefined) return true;
    const problem = shortNameProblem(value);
    if (problem) return problem;
    const publishedId = document?._id.replace(/^drafts\./, '') ?? '';
    const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
    const query = `count(*[_type == $type && ${field} == $value && !(_id in [$own, "drafts." + $own])])`;
    const others = await client.fetch<number>(query, { type, value, own: publishedId });
    return others === 0 || `Another document is already called “${value}”. Choose another name.`;
  };
