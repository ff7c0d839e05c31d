import type { CustomValidator } from 'sanity';

const form = /^[a-z][a-z0-9-]{1,30}$/;

/** Two passes of one id would be one pass to the site. */
export const uniquePassId: CustomValidator<string | undefined> = async (value, { document, getClient }) => {
  if (value === undefined) return true;
  if (!form.test(value)) return 'Small letters, digits and hyphens, such as “halfyear”.';
  const own = document?._id.replace(/^drafts\./, '') ?? '';
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
  const query = 'count(*[_type == "pass" && passId == $value && !(_id in [$own, "drafts." + $own])])';
  const others = await client.fetch<number>(query, { value, own });
  return others === 0 || `Another pass is called “${value}” already.`;
};
