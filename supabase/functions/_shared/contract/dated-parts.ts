/**
 * The parts of pages that may have a time during which they are shown. What a page needs to sell (its first screen,
 * camps, cards and forms) has none, because a page without it would lead nowhere.
 */
export const datedParts = [
  'advice',
  'after',
  'bundle',
  'call',
  'closing',
  'coaches',
  'comparison',
  'days',
  'facts',
  'faq',
  'features',
  'finalCall',
  'gallery',
  'hour',
  'includes',
  'ladder',
  'locations',
  'method',
  'missions',
  'overnight',
  'party',
  'safety',
  'schedule',
  'story',
  'testimonials',
  'weBring',
] as const;
export type DatedPart = (typeof datedParts)[number];

/** The pages with such parts. */
export const datedPages = [
  'aboutPage',
  'birthdaysPage',
  'campsPage',
  'epicPage',
  'passesPage',
  'teamPassesPage',
  'tryOutPage',
] as const;

/** Finds these pages (GROQ). */
export const datedPagesFilter = `_type in ${JSON.stringify(datedPages)}`;

/** Reads these parts of a page, e.g. as `{name, heading, showing}` (GROQ). */
export const datedPartsQuery = (fields: (name: DatedPart) => string): string =>
  `"parts": [${datedParts.map((name) => `{ ${fields(name)} }`).join(', ')}][defined(showing)]`;
