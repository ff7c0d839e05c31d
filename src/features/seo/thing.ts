import { toDollars } from '#domain/money.ts';

export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** Leaves out properties without a value. */
export function thing(type: string, properties: Record<string, unknown>): Thing {
  const filled = Object.entries(properties).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { '@type': type, ...Object.fromEntries(filled) };
}

/** 54900 cents as schema.org writes them: "549.00". */
export const decimal = (cents: number) => toDollars(cents).toFixed(2);
