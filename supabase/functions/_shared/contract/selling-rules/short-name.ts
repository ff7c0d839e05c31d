const form = /^[a-z][a-z0-9-]{0,39}$/;

/**
 * The problem with a short name, by which the site, the database or an address identifies something; null if there is
 * none.
 */
export function shortNameProblem(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (form.test(value)) return null;
  if (/[A-Z]/.test(value)) return 'Small letters only, such as “east-coast”.';
  if (/\s/.test(value)) return 'No spaces: join words with a hyphen, such as “east-coast”.';
  if (value.length > 40) return 'Forty characters at most.';
  return 'A letter first, then small letters, digits and hyphens, such as “east-coast”.';
}
