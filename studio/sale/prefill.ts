import type { InitialValueResolverContext } from 'sanity';

/**
 * The fields that a new pass or package copies from the last changed one of its type, because most of them are the
 * same there.
 */
const fields = {
  campTier: [
    'cancellation',
    'refundRules',
    'transport',
    'teams',
    'minAge',
    'maxAge',
    'bases',
    'extendedDay',
    'priceIncludes',
  ],
  pass: [
    'validityDays',
    'makeUps',
    'pauseDays',
    'pauses',
    'pauseNoticeDays',
    'siblingCredits',
    'minAge',
    'maxAge',
    'cancellation',
    'refundRules',
    'validity',
  ],
  birthdayPackage: ['guests', 'minutes', 'minAge', 'maxAge', 'cancellation', 'refundRules'],
} as const;

/** Prefills a new document. The price is left empty, so that nobody publishes the price of another product. */
export const fromTheLast =
  (type: keyof typeof fields) =>
  async (
    _params: unknown,
    { getClient }: Pick<InitialValueResolverContext, 'getClient'>,
  ): Promise<Record<string, unknown>> => {
    const client = getClient({ apiVersion: '2025-02-19' }).withConfig({ perspective: 'published' });
    const query = `*[_type == $type] | order(_updatedAt desc)[0]{ ${fields[type].join(', ')} }`;
    const last = await client.fetch<Record<string, unknown> | null>(query, { type });
    return takeOver(last);
  };

/** Leaves out the fields that the other document does not have. */
export const takeOver = (last: Readonly<Record<string, unknown>> | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(last ?? {}).filter(([, value]) => value !== null && value !== undefined));
