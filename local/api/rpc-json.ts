import { isCall, requestScope } from './request-scope.ts';

/** Matches `p_order := $1::jsonb`, or `settle($1::jsonb)` for a function with one unnamed argument. */
const JSON_ARGUMENT = /(?:\b(?<name>\w+) := |\()\$(?<place>\d+)::jsonb?(?!\[)\b/g;

/**
 * @supabase/lite encodes objects and the driver would encode them again, so SQL would receive a string instead of an
 * object. `asText` marks a parameter as text, which the cast then reads as JSON.
 */
export function encodeJsonArguments<T>(
  text: string,
  parameters: readonly T[],
  asText: (value: string) => T,
): T[] {
  const encoded = [...parameters];
  const scope = requestScope.getStore();
  if (!scope || !isCall(scope.path)) return encoded;
  for (const { groups } of text.matchAll(JSON_ARGUMENT)) {
    const index = Number(groups?.['place']) - 1;
    const parameter = encoded[index];
    if (parameter === null || parameter === undefined) continue;
    const name = groups?.['name'];
    // An argument from the address is text already. An argument from a body is taken from the original body.
    const value =
      scope.body === undefined
        ? String(parameter)
        : JSON.stringify(name ? argument(scope.body, name) : scope.body);
    encoded[index] = asText(value);
  }
  return encoded;
}

function argument(body: unknown, name: string): unknown {
  return (body as Record<string, unknown>)[name];
}
