import { type CustomValidator, getPublishedId } from 'sanity';
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
    const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
    const ids = await client.fetch<string[]>(`*[_type == $type && ${field} == $value]._id`, { type, value });
    // Its draft and its versions in releases are the same document.
    const own = document && getPublishedId(document._id);
    return (
      ids.every((id) => getPublishedId(id) === own) ||
      `Another document is already called “${value}”. Choose another name.`
    );
  };
