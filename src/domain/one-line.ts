/**
 * Returns the text as one line without invisible characters, because the database accepts nothing else. The text is
 * cut between whole characters.
 */
export const oneLine = (text: string, mostCharacters = 500): string =>
  Array.from(text.replaceAll(/\s*\n\s*|[\t\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, ' '))
    .slice(0, mostCharacters)
    .join('');
