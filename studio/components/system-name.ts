/** Addresses that already mean something else. */
const taken: Record<string, readonly string[]> = { pass: ['camp', 'tryout', 'try-out'] };

/** Such as `west-coast-park`; without a Latin letter, from the document's id. */
export function toSystemName(type: string, name: string, id: string): string {
  const words = name
    .replaceAll('{product}', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  const short =
    words.slice(0, 32).replace(/-+$/, '') ||
    `${type.toLowerCase()}-${id.replace(/[^a-z0-9]/g, '').slice(0, 8)}`;
  return taken[type]?.includes(short) ? `${short}-${type.toLowerCase()}` : short;
}
