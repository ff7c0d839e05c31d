import type { CustomValidator } from 'sanity';
import { shortNameProblem } from '../../supabase/functions/_shared/contract/selling-rules/short-name.ts';

/**
 * Rejects a short name that another document of this type has, because the site and the database could not tell them
 * apart.
 */
export const uniqueSlug =
  (type: string, field: string): CustomValidator<string | undefined> =>
  async (value, { document, getClient }) => {
    if (value === undefined) return true;
    const problem = shortNameProblem(value);
    if (problem) return problem;
    const own = document?._id.replace(/^drafts\./, '') ?? '';
    const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
    const query = `count(*[_type == $type && ${field} == $value && !(_id in [$own, "drafts." + $own])])`;
    const others = await client.fetch<number>(query, { type, value, own });
    return others === 0 || `Another document is called “${value}” already.`;
  };
