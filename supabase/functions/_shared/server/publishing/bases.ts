import * as v from 'valibot';
import { withProduct } from '../../contract/brand.ts';
import { textUpTo, moment } from './fields.ts';
import { sentences } from './messages.ts';
import { outcomeOf, type RefusedOffer } from './outcomes.ts';

const Base = v.object({
  _id: v.string(),
  _rev: v.string(),
  _updatedAt: moment,
  name: textUpTo(60),
  // Editors may write the address in several lines.
  address: v.pipe(
    v.string('is missing'),
    v.transform((text) => text.replaceAll(/\s+/g, ' ')),
    textUpTo(200),
  ),
  mapUrl: v.nullish(
    v.pipe(
      v.string('is missing'),
      v.startsWith('https://', 'must start with https://'),
      v.maxLength(2000, 'is longer than 2,000 characters'),
    ),
    null,
  ),
  use: v.optional(v.string()),
  slug: v.pipe(
    v.string('is missing'),
    v.regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens'),
  ),
});
type Base = v.InferOutput<typeof Base>;

/** Returns the published bases. A base is refused if it is incomplete, or if an older base has the same system name. */
export function toBases(documents: readonly unknown[]): { bases: Base[]; refused: RefusedOffer[] } {
  const bases: Base[] = [];
  const refused: RefusedOffer[] = [];
  for (const document of documents) {
    const { success, output, issues } = v.safeParse(Base, document, { abortPipeEarly: true });
    if (success && !bases.some(({ slug }) => slug === output.slug)) bases.push(output);
    else
      refused.push({
        ...outcomeOf(document),
        problem: `${success ? `Another base has the same name in addresses, “${output.slug}”.` : sentences(issues)} Management keeps the earlier version.`,
      });
  }
  return { bases, refused };
}

export const placesOf = (bases: readonly Base[]) =>
  bases.map(({ slug, name, address, mapUrl, use, _updatedAt }) => ({
    slug,
    name: withProduct(name),
    address,
    map_url: mapUrl,
    for_camps: use !== 'classes',
    updated_at: _updatedAt,
  }));

export function baseOutcomes(bases: readonly Base[], skipped: readonly string[]) {
  const problem =
    'Another location in Management has this name, so nothing can be planned here. Give this base another name.';
  const isTaken = ({ slug }: Base) => !skipped.includes(slug);
  return {
    accepted: bases.filter(isTaken).map(outcomeOf),
    refused: bases.filter((base) => !isTaken(base)).map((base) => ({ ...outcomeOf(base), problem })),
  };
}
