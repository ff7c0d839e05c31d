import { type CustomValidator, getPublishedId, isVersionId } from 'sanity';
import type { PlannedPrice } from '../../../supabase/functions/_shared/contract/selling-rules/planned.ts';

/** Everything that decides what families pay. */
const fields = ['price', 'rungs', 'plannedPrices', 'siblingRebate', 'transport', 'extraGuest'] as const;
type Priced = Partial<Record<(typeof fields)[number], unknown>>;

export const scheduledPricesProblem =
  'This version’s prices differ from those of the published document, and nobody would be asked to confirm them when it is published. Instead, enter the prices in the published document under “Planned prices”, with their date. For a new product, publish it now with “On sale from”.';
export const otherVersionRemark =
  'A release or a scheduled draft contains this document with different prices, which will replace these when it is published. Remove the document from it, or enter the same prices there.';

/** Returns whether a version has other prices than the published document. */
export const changesPrices = (version: object, published: object | null): boolean =>
  fields.some((field) => comparable(version, field) !== comparable(published ?? {}, field));

/** An empty list equals a missing one, and the order of a value's fields does not matter. */
function comparable(document: object, field: keyof Priced): string {
  const found = (document as Priced)[field] ?? [];
  // The texts of a transport may differ, so only its other fields are compared.
  const value =
    field === 'transport' && Array.isArray(found)
      ? (found as { id?: unknown; price?: unknown }[]).map(({ id, price }) => ({ id, price }))
      : found;
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, item]) => item !== null)
            .toSorted(([a], [b]) => (a < b ? -1 : 1)),
        )
      : part,
  );
}

type Rule = CustomValidator<PlannedPrice[] | undefined>;

/**
 * A release or scheduled draft is published when nobody is at the desk, so its documents must have the published
 * prices. Studio neither schedules nor publishes a release with an error.
 */
export const keepsPublishedPrices: Rule = async (_value, { document, getClient }) => {
  if (!document || !isVersionId(document._id)) return true;
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
  const published = await client.fetch<Priced | null>(`*[_id == $id][0]{ ${fields.join(', ')} }`, {
    id: getPublishedId(document._id),
  });
  return changesPrices(document, published) ? scheduledPricesProblem : true;
};

/** Warns that a version which is published later would replace these prices. */
export const agreesWithVersions: Rule = async (_value, { document, getClient }) => {
  if (!document || isVersionId(document._id)) return true;
  const id = getPublishedId(document._id);
  const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'raw' });
  const query = `*[_type == $type && string::startsWith(_id, "versions.")]{ _id, ${fields.join(', ')} }`;
  const versions = await client.fetch<(Priced & { _id: string })[]>(query, { type: document._type });
  return versions.some((version) => getPublishedId(version._id) === id && changesPrices(version, document))
    ? otherVersionRemark
    : true;
};
