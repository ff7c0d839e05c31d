import type { PublishedFacts } from './describe.ts';

/** A document as Studio stores it. */
export interface Content {
  _id: string;
  _rev: string;
  _updatedAt: string;
  [field: string]: unknown;
}

interface Editing {
  draft: Content | null;
  hasErrors: boolean;
  isEarlierVersion: boolean;
}

/** Returns the facts about a published document and its draft that the badge shows. */
export function toPublished(
  type: string,
  published: Content,
  { draft, hasErrors, isEarlierVersion }: Editing,
): PublishedFacts {
  const { available, shown, enabled, showing, saleTime } = published;
  const differs = draft !== null && textOf(draft) !== textOf(published);
  return {
    type,
    available: available !== false,
    isShown: shown !== false && enabled !== false,
    updatedAt: published._updatedAt,
    showing: toWindow(showing),
    saleTime: toWindow(saleTime),
    draft: !differs ? 'same' : hasErrors ? 'invalid' : 'differs',
    isEarlierVersion,
  };
}

const toWindow = (value: unknown) => {
  const { from, until } = (value ?? {}) as { from?: unknown; until?: unknown };
  return {
    ...(typeof from === 'string' && { from }),
    ...(typeof until === 'string' && { until }),
  };
};

/** Returns the content as text with sorted keys, so that two documents can be compared. */
const textOf = ({ _id, _rev, _updatedAt, _createdAt, _system, ...fields }: Content) =>
  JSON.stringify(fields, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
