/**
 * Where the countdown gets its end from. This module has the rules of the early-bird countdown (spec 2 §4 and §9,
 * decisions "Truth in selling").
 */
export type Source = 'real' | 'simulated' | 'off';

const HOUR_MS = 3_600_000;

/**
 * Returns the end of the countdown in milliseconds. A deadline in content always counts. If there is none, only the
 * simulated countdown runs.
 */
export function endOf(source: Source, deadline: string, firstVisit: number, hours: number): number | null {
  if (source === 'off') return null;
  if (deadline !== '') return Date.parse(deadline);
  return source === 'simulated' ? firstVisit + hours * HOUR_MS : null;
}

/** Returns the hours until the end with two decimals, such as "64.27". Returns null once the end has passed. */
export function hoursLeft(end: number, now: number): string | null {
  return end > now ? ((end - now) / HOUR_MS).toFixed(2) : null;
}

export interface Part {
  text: string;
  /** The name of the value, or null for the text between two values. */
  name: string | null;
}

/** Splits a text of content at its values, so that a price can have its own style. */
export function partsOf(text: string, values: Readonly<Record<string, string>>): Part[] {
  return text.split(/(\{[a-zA-Z]+\})/).flatMap((piece): Part[] => {
    const name = /^\{(.+)\}$/.exec(piece)?.[1];
    if (piece === '') return [];
    if (name === undefined || !Object.hasOwn(values, name)) return [{ text: piece, name: null }];
    return [{ text: values[name] ?? '', name }];
  });
}
