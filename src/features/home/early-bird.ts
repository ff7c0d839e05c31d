/** Early-bird countdown (spec 2 §4 and §9, decisions "Truth in selling"). No I/O, no DOM. */
export type Source = 'real' | 'simulated' | 'off';

const HOUR_MS = 3_600_000;

/** In milliseconds. A deadline of content always wins; without one only the simulated countdown runs. */
export function endOf(source: Source, deadline: string, firstVisit: number, hours: number): number | null {
  if (source === 'off') return null;
  if (deadline !== '') return Date.parse(deadline);
  return source === 'simulated' ? firstVisit + hours * HOUR_MS : null;
}

/** Hours until the end with two decimals, "64.27"; null once it is over. */
export function hoursLeft(end: number, now: number): string | null {
  return end > now ? ((end - now) / HOUR_MS).toFixed(2) : null;
}

export interface Part {
  text: string;
  /** Name of the value; null for the text between values. */
  name: string | null;
}

/** Splits a text of content at its values and fills them in, so that a price can have its own style. */
export function partsOf(text: string, values: Readonly<Record<string, string>>): Part[] {
  return text.split(/(\{[a-zA-Z]+\})/).flatMap((piece): Part[] => {
    const name = /^\{(.+)\}$/.exec(piece)?.[1];
    if (piece === '') return [];
    if (name === undefined || !Object.hasOwn(values, name)) return [{ text: piece, name: null }];
    return [{ text: values[name] ?? '', name }];
  });
}
