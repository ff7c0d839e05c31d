import * as v from 'valibot';

const Base = v.object({
  _id: v.string(),
  _updatedAt: v.pipe(v.string(), v.isoTimestamp()),
  name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(60)),
  address: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
  mapUrl: v.nullish(v.pipe(v.string(), v.startsWith('https://'), v.maxLength(2000)), null),
  use: v.optional(v.string()),
  slug: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,39}$/)),
});

/** The places of `publish_bases`. Null if one of them is incomplete, because a list without it would withdraw it. */
export function toBases(documents: readonly unknown[]) {
  const parsed = documents.map((document) => v.safeParse(Base, document));
  if (parsed.some(({ success }) => !success)) return null;
  return parsed
    .flatMap(({ output, success }) => (success ? [output] : []))
    .map(({ _updatedAt, name, address, mapUrl, use, slug }) => ({
      slug,
      name,
      address,
      map_url: mapUrl,
      for_camps: use !== 'classes',
      updated_at: _updatedAt,
    }));
}
