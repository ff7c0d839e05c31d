import type * as v from 'valibot';

/** The values that a schema accepts, as far as two versions of it can be compared. */
export type Shape =
  | { type: 'any' }
  | { type: string; limits?: Record<string, number> }
  | { type: 'options'; options: (string | number | boolean)[] }
  | { type: 'union'; of: Shape[] }
  | { type: 'array'; item: Shape; limits?: Record<string, number> }
  | { type: 'record'; item: Shape }
  | { type: 'object'; entries: Record<string, Shape>; optional?: string[]; strict?: true };

/** The parts of Valibot's schemas that are read here. */
interface Schema {
  type: string;
  wrapped?: Schema;
  options?: unknown[];
  literal?: unknown;
  item?: Schema;
  value?: Schema;
  entries?: Record<string, Schema>;
  getter?: (input: unknown) => Schema;
  pipe?: { kind: string; type: string; requirement?: unknown }[];
}

const absent = new Set(['optional', 'exact_optional', 'nullish', 'undefinedable']);
const nothing: Shape = { type: 'null' };

export const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

export function shapeOf(schema: v.GenericSchema): Shape {
  return read(schema, new Set());
}

function read(schema: Schema, within: ReadonlySet<Schema>): Shape {
  if (within.has(schema)) return { type: 'any' };
  const inner = (one: Schema | undefined) =>
    one ? read(one, new Set([...within, schema])) : { type: 'any' };
  switch (schema.type) {
    case 'optional':
    case 'exact_optional':
    case 'undefinedable':
    case 'non_nullable':
    case 'non_optional':
      return inner(schema.wrapped);
    case 'nullable':
    case 'nullish':
      return union([inner(schema.wrapped), nothing]);
    case 'picklist':
    case 'enum':
      return { type: 'options', options: (schema.options ?? []) as string[] };
    case 'literal':
      return { type: 'options', options: [schema.literal as string] };
    case 'union':
    case 'variant':
      return union((schema.options as Schema[]).map(inner));
    case 'array':
      return { type: 'array', item: inner(schema.item), ...limits(schema) };
    case 'record':
      return { type: 'record', item: inner(schema.value) };
    case 'object':
    case 'strict_object':
    case 'loose_object':
      return objectOf(schema, inner);
    case 'lazy':
      return inner(schema.getter?.(null));
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return { type: schema.type, ...limits(schema) };
    default:
      return { type: 'any' };
  }
}

const union = (of: Shape[]): Shape => ({
  type: 'union',
  of: of.flatMap((one) => (one.type === 'union' && 'of' in one ? one.of : [one])),
});

function objectOf(schema: Schema, inner: (one: Schema) => Shape): Shape {
  const entries = Object.entries(schema.entries ?? {});
  const optional = entries.filter(([, one]) => absent.has(one.type)).map(([name]) => name);
  return {
    type: 'object',
    entries: Object.fromEntries(entries.map(([name, one]) => [name, inner(one)])),
    ...(optional.length > 0 && { optional }),
    ...(schema.type === 'strict_object' && { strict: true as const }),
  };
}

/** The numbers in a schema's checks, such as `max_length`. */
function limits(schema: Schema): { limits?: Record<string, number> } {
  const found = (schema.pipe ?? []).flatMap(({ type, requirement }) =>
    typeof requirement === 'number' ? [[type, requirement] as const] : [],
  );
  return found.length > 0 ? { limits: Object.fromEntries(found) } : {};
}

/** Returns why a reader of one shape might refuse a value of another shape, with one line for each difference. */
export function refusals(reader: Shape, sent: Shape, place = ''): string[] {
  const at = place || 'the whole';
  if (reader.type === 'any') return [];
  if (sent.type === 'union' && 'of' in sent) return sent.of.flatMap((one) => refusals(reader, one, place));
  if (reader.type === 'union' && 'of' in reader) {
    const tried = reader.of.map((one) => refusals(one, sent, place));
    if (tried.some((lines) => lines.length === 0)) return [];
    // The alternative with the fewest refusals says best what is missing.
    return tried.toSorted((a, b) => a.length - b.length)[0] ?? [`${at}: nothing is accepted`];
  }
  if (reader.type === 'options' && 'options' in reader) {
    if (!('options' in sent)) return [`${at}: was one of ${reader.options.join(', ')}`];
    const more = sent.options.filter((option) => !reader.options.includes(option));
    return more.length > 0 ? [`${at}: ${more.join(', ')} is not known on the other side`] : [];
  }
  if ('options' in sent)
    return sent.options.every((option) => typeof option === reader.type) ? [] : [`${at}: was ${reader.type}`];
  if (reader.type !== sent.type) return [`${at}: was ${reader.type}, is ${sent.type}`];
  if ('item' in reader && 'item' in sent)
    return [...refusals(reader.item, sent.item, `${place}[]`), ...exceeded(reader, sent, at)];
  if ('entries' in reader && 'entries' in sent) return entryRefusals(reader, sent, place);
  return exceeded(reader, sent, at);
}

type ObjectShape = Extract<Shape, { entries: object }>;

function entryRefusals(reader: ObjectShape, sent: ObjectShape, place: string): string[] {
  const under = (name: string) => (place ? `${place}.${name}` : name);
  const lines = Object.entries(reader.entries).flatMap(([name, wanted]) => {
    const given = sent.entries[name];
    const isNeeded = !reader.optional?.includes(name);
    if (!given) return isNeeded ? [`${under(name)}: is missing`] : [];
    if (isNeeded && sent.optional?.includes(name)) return [`${under(name)}: may be missing`];
    return refusals(wanted, given, under(name));
  });
  const strangers = reader.strict
    ? Object.keys(sent.entries).filter((name) => !(name in reader.entries))
    : [];
  return [...lines, ...strangers.map((name) => `${under(name)}: is not accepted`)];
}

const limitsOf = (shape: Shape) => ('limits' in shape ? shape.limits : undefined);

/** Returns a line for each limit of the reader that the sender does not have or has wider. */
function exceeded(reader: Shape, sent: Shape, at: string): string[] {
  return Object.entries(limitsOf(reader) ?? {}).flatMap(([name, limit]) => {
    const other = limitsOf(sent)?.[name];
    const fits =
      other !== undefined &&
      (/^max|^decimals/.test(name)
        ? other <= limit
        : name.startsWith('min')
          ? other >= limit
          : other === limit);
    return fits ? [] : [`${at}: ${name} is ${limit} on one side and ${other ?? 'unlimited'} on the other`];
  });
}
