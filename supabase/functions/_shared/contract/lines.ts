/** Invisible characters that a keyboard or a copied text adds. `private.without_marks` removes the same ones. */
const marks = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]/g;

/** Returns the trimmed text without these characters. */
export const withoutMarks = (text: string): string => text.replaceAll(marks, '').trim();

/**
 * Returns whether the text has control characters, line ends, or halves of characters, which the database can’t store.
 */
export const hasControls = (text: string): boolean => /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text);

/** Returns whether the text is one readable line, as `private.is_line` requires. */
export const isLine = (text: string): boolean =>
  !hasControls(text) &&
  !/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(text) &&
  /[^\s\u00ad\u115f\u1160\u200b-\u200d\u2060\u3164\uffa0]/.test(text);
