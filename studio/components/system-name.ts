/** The names that the site already uses for other addresses. */
const reservedNames: Record<string, readonly string[]> = { pass: ['camp', 'tryout', 'try-out'] };

/** Returns a name such as `west-coast-park`. If a name has no Latin letters, it is replaced by the document's id. */
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
  return reservedNames[type]?.includes(short) ? `${short}-${type.toLowerCase()}` : short;
}
