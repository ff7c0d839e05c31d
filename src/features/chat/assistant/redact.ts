/**
 * Replaces personal data before anything is saved or sent. The database removes personal data again
 * (`private.is_personal`).
 */
const HIDDEN = '[hidden]';
const MONTH = '(?:[Jj]an|[Ff]eb|[Mm]ar|[Aa]pr|[Mm]ay|[Jj]un|[Jj]ul|[Aa]ug|[Ss]ep|[Oo]ct|[Nn]ov|[Dd]ec)[a-z]*';
const isDay = /^(?:\d{1,2}[./ -]\d{1,2}[./ -]20\d{2}|20\d{2}-\d{1,2}-\d{1,2})$/;
/** A full date counts as a date of birth, unless its year is the current one or later. */
const DATE = `\\d{1,2}[./ -]\\d{1,2}[./ -](?:19|20)?\\d{2}|(?:19|20)\\d{2}-\\d{1,2}-\\d{1,2}|\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${MONTH},? (?:19|20)\\d{2}|${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? (?:19|20)\\d{2}`;
const NAME = "[\\p{Lu}][\\p{L}’'-]+(?: (?:bin|binte|s/o|d/o|[\\p{Lu}][\\p{L}’'-]+)){0,3}";
const KIN = '(?:son|daughter|child|boy|girl|kid|baby|brother|sister|twins?|wife|husband)';

const isToCome = (date: string): boolean =>
  Number(/(?:19|20)\d{2}/.exec(date)?.[0] ?? 0) >= new Date().getFullYear();

const rules: readonly (readonly [RegExp, string | ((match: string) => string)])[] = [
  [/[^\s@＠<>"'(),]+(?:@|＠|%40)[^\s@<>"'),]+/giu, HIDDEN],
  [/\S+ (?:at|\(at\)|\[at\]) [\p{L}\d-]+ (?:dot|\(dot\)|\[dot\]) \p{L}{2,}/giu, HIDDEN],
  // This pattern finds identity card numbers and most passport numbers.
  [/\b[STFGM][ -]?\d{7}[ -]?[A-Z]\b|\b[A-Z]{1,2}\d{6,8}[A-Z]?\b/giu, HIDDEN],
  [new RegExp(`${NAME}(?=,? ?(?:\\(|is |was |dob:? ?|born(?: on)? )*(?:${DATE}))`, 'gu'), HIDDEN],
  [new RegExp(`(?:\\p{L}+ ){1,2}(?=born (?:on )?(?:${DATE}))`, 'giu'), `${HIDDEN} `],
  [new RegExp(`(?:${DATE})`, 'giu'), (date) => (isToCome(date) ? date : HIDDEN)],
  [/\(?\+?\d[\d\s/().-]{6,}\d/gu, (number) => (isDay.test(number) && isToCome(number) ? number : HIDDEN)],
  // This pattern finds names, as in "My son Ethan", "her name is Mei Ling" and "I am Mrs Tan".
  [new RegExp(`(\\b[Mm]y (?:\\d+ ?(?:yo|year[- ]old) )?${KIN}s?,? )${NAME}`, 'gu'), `$1${HIDDEN}`],
  [
    new RegExp(
      `(\\b(?:[Nn]ame is|[Nn]amed|[Cc]alled|I am|I['’]m|[Tt]his is) (?:Mr|Mrs|Ms|Mdm|Dr)?\\.? ?)${NAME}`,
      'gu',
    ),
    `$1${HIDDEN}`,
  ],
  [/\b(?:blk|block)\s*\d+\w?|#\d{1,3}-\d{1,4}|\b(?:singapore|s|postal(?: code)?)\s?\(?\d{6}\)?/giu, HIDDEN],
  [/(\[hidden\])(?:[\s,]*\[hidden\])+/gu, '$1'],
];

export const MAX_CHARS = 200;

export const redact = (question: string): string =>
  rules
    .reduce(
      (text, [pattern, replacement]) =>
        typeof replacement === 'string'
          ? text.replace(pattern, replacement)
          : text.replace(pattern, (match) => replacement(match)),
      question
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, MAX_CHARS * 2),
    )
    .slice(0, MAX_CHARS);
