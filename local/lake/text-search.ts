import type { Doc } from './documents.ts';

type Params = Record<string, unknown>;

/** groq-js parses `text::query()` but does not evaluate it, so the two forms that Studio uses are rewritten. */
export function withTextSearch(
  query: string,
  params: Params,
  dataset: readonly Doc[],
): { query: string; params: Params } {
  if (!query.includes('text::query')) return { query, params };
  const added: Params = {};
  const form = /(\[@, _id\]|[\w.[\]"]+) match text::query\(\$(\w+)\)/g;
  const rewritten = query.replace(form, (_match, field: string, name: string) => {
    const terms = words(params[name]);
    if (field === '[@, _id]') {
      added[`${name}_found`] = dataset
        .filter((document) => containsAll(document, terms))
        .map(({ _id }) => _id);
      return `_id in $${name}_found`;
    }
    added[`${name}_terms`] = terms.length > 0 ? terms.map((term) => `${term}*`) : ['*'];
    return `${field} match $${name}_terms`;
  });
  return { query: rewritten, params: { ...params, ...added } };
}

function containsAll(document: Doc, terms: string[]): boolean {
  const present = words(texts(document).join(' '));
  return terms.every((term) => present.some((word) => word.startsWith(term)));
}

const words = (text: unknown): string[] =>
  typeof text === 'string' ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [];

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}
