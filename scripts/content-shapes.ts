import { readFile, writeFile } from 'node:fs/promises';
import * as v from 'valibot';
import type { Fields, Shape } from '#content/fill/shape.ts';
import { formatText } from './format-text.ts';

interface Attribute {
  value: Node;
  optional?: boolean | undefined;
}
interface Node {
  type: string;
  name?: string | undefined;
  value?: unknown;
  of?: Node | Node[] | undefined;
  attributes?: Record<string, Attribute> | undefined;
  rest?: Node | undefined;
}
const Node: v.GenericSchema<unknown, Node> = v.object({
  type: v.string(),
  name: v.optional(v.string()),
  value: v.optional(v.unknown()),
  of: v.optional(v.lazy(() => v.union([v.array(Node), Node]))),
  attributes: v.optional(
    v.record(
      v.string(),
      v.lazy(() => Attribute),
    ),
  ),
  rest: v.optional(v.lazy(() => Node)),
});
const Attribute: v.GenericSchema<unknown, Attribute> = v.object({
  value: v.lazy(() => Node),
  optional: v.optional(v.boolean()),
});
const Schema = v.array(
  v.variant('type', [
    v.object({ type: v.literal('document'), name: v.string(), attributes: v.record(v.string(), Attribute) }),
    v.object({ type: v.literal('type'), name: v.string(), value: Node }),
  ]),
);

/**
 * Writes `src/content/shapes.gen.ts`: the fields of each type in Studio's schema, by which empty fields are filled.
 */
export async function writeShapes(schemaFile: string, file: string): Promise<void> {
  const schema = v.parse(Schema, JSON.parse(await readFile(schemaFile, 'utf8')));
  const shapes: Record<string, Fields> = {};
  for (const entry of schema.toSorted((a, b) => a.name.localeCompare(b.name))) {
    if (entry.name.includes('.')) continue;
    const attributes = entry.type === 'document' ? entry.attributes : entry.value.attributes;
    if (attributes) shapes[entry.name] = fieldsOf(attributes);
  }
  const text = [
    '// Made by `npm run types` from the schema in studio/schemaTypes: do not edit.',
    "import type { Shapes } from './fill/shape.ts';",
    `export const shapes: Shapes = ${JSON.stringify(shapes)};`,
  ].join('\n');
  await writeFile(file, await formatText(file, text));
}

function fieldsOf(attributes: Record<string, Attribute>): Fields {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { value, optional }]) => {
      // Queries sort by `order`, but pages do not read it.
      const shape = name.startsWith('_') || name === 'order' ? null : shapeOf(value);
      return shape === null ? [] : [[optional ? `${name}?` : name, shape]];
    }),
  );
}

/** Returns null for nodes that content never reads, such as the media library's own field. */
function shapeOf(node: Node): Shape | null {
  if (node.type === 'string') return node.value === undefined ? 'text' : 'choice';
  if (node.type === 'number') return 'number';
  if (node.type === 'boolean') return 'flag';
  if (node.type === 'inline') return inlineShape(node.name ?? '');
  if (node.type === 'object') return objectShape(node);
  if (node.type === 'array') {
    const members = [node.of ?? []]
      .flat()
      .flatMap((member) => (member.type === 'union' ? [member.of ?? []].flat() : [member]));
    const shapes = members.map(shapeOf).filter((shape) => shape !== null);
    return { list: [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()] };
  }
  if (node.type === 'union') {
    const members = [node.of ?? []].flat();
    if (members.every((member) => member.type === 'string')) return 'choice';
    // A reference to several types has the shape of the first type.
    const [first, ...others] = members.map(shapeOf);
    if (first && [first, ...others].every((shape) => typeof shape === 'object' && shape && 'to' in shape))
      return first;
  }
  if (node.type === 'unknown') return null;
  throw new Error(
    `The shape of "${node.type}" in Studio's schema is not known to scripts/content-shapes.ts.`,
  );
}

function inlineShape(name: string): Shape | null {
  if (name.endsWith('.reference')) return { to: name.replace(/\.reference$/, '') };
  return name.startsWith('sanity.') ? null : { type: name };
}

function objectShape({ attributes = {}, rest }: Node): Shape | null {
  const typeName = attributes['_type']?.value.value;
  if (typeName === 'image') return 'image';
  if (typeName === 'reference') return { to: String(attributes['_ref'] && rest?.name) };
  // A member of a list has `_key` and one further type, which is its shape.
  if (rest) return shapeOf(rest);
  return { object: fieldsOf(attributes) };
}
