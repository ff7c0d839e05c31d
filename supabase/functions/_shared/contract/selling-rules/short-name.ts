const form = /^[a-z][a-z0-9-]{0,39}$/;

/**
 * Returns the problem of a short name, or null. The site, the database and addresses identify things by short names.
 */
export function shortNameProblem(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (form.test(value)) return null;
  if (/[A-Z]/.test(value)) return 'Use small letters only, such as “east-coast”.';
  if (/\s/.test(value)) return 'Join words with a hyphen, not a space, such as “east-coast”.';
  if (value.length > 40) return 'Use 40 characters or fewer.';
  return 'Start with a letter, then use small letters, digits and hyphens, such as “east-coast”.';
}
