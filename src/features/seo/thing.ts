import { toDollars } from '#domain/money.ts';

export interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** Builds an object of schema.org. Properties that have no value are left out. */
export function thing(type: string, properties: Record<string, unknown>): Thing {
  const filledProperties = Object.entries(properties).filter(
    ([, value]) =>
      value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return { '@type': type, ...Object.fromEntries(filledProperties) };
}

/** Formats cents for schema.org, which writes 54900 cents as "549.00". */
export const decimal = (cents: number) => toDollars(cents).toFixed(2);
