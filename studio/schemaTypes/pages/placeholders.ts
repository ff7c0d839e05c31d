/**
 * The placeholders for facts that any text may contain. The facts come from settings, camps and teams, so that each is
 * stored in one place only.
 */
const siteFacts = [
  ...['product', 'years', 'foundingYear', 'families', 'rating', 'childrenPerCoach'],
  ...['missions', 'fewestMissions', 'mostMissions', 'groupSize'],
  ...['dayStart', 'dayEnd', 'usualStart', 'usualEnd', 'extraHours'],
  ...['allAges', 'campAges', 'sparkAges', 'igniteAges', 'epicAges', 'classAges'],
] as const;

const number = '(?:\\d+(?:\\.\\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const children = '(?:children|campers|kids|guests)';
const pattern = (text: string) => new RegExp(`\\b${text}`, 'i');

/**
 * The numbers that texts must not contain as digits, because the settings or another text could then say something
 * else.
 */
const typedFacts: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [pattern(`${number}\\+? (?:city )?missions\\b`), '{missions}, {fewestMissions} or {mostMissions}'],
  [
    pattern(
      `(?:${number} (?:${children} )?(?:to|per) (?:a|one) coach|coach (?:to|for) (?:every )?${number} ${children})\\b`,
    ),
    '{childrenPerCoach}',
  ],
  [pattern(`${number} (?:(?:extra|more) hours|hours more)\\b`), '{extraHours}'],
  [pattern(`${number}(?: to |–|-)${number} (?:children|kids)\\b`), '{groupSize}'],
  [pattern('age[sd]?:? \\d+(?: to |–|-)\\d+'), '{campAges}, {classAges} or {allAges}'],
];

/** Returns a message for the editor if a text contains a number that has a placeholder, or null. */
export function typedFactProblem(text: string | undefined): string | null {
  const found = typedFacts.find(([facts]) => facts.test(text ?? ''));
  return found ? `Other texts use this number too. Write ${found[1]} so that they always match.` : null;
}

/** Returns a message for the editor if the page cannot fill a placeholder of the text, or null. */
export function placeholderProblem(text: string | undefined, also: readonly string[] = []): string | null {
  if (!text) return null;
  const allowed: readonly string[] = [...siteFacts, ...also];
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)]
    .map(([, name = '']) => name)
    .find((name) => !allowed.includes(name));
  if (unknown !== undefined)
    return `This page can’t fill in {${unknown}}. It can fill in ${allowed.map((name) => `{${name}}`).join(', ')}.`;
  return /[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))
    ? 'A brace { or } has no partner. Add the other one or remove it.'
    : null;
}
