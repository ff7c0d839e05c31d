/** Shapes of the Content Lake's documents and transactions. */
export interface Doc {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
}

/** A document as a client sends it: the lake fills in what is missing. */
export type DocInput = { _id?: string; _type: string } & Record<string, unknown>;

/** Where a mutation applies: one document, several, or all that a query finds. */
export interface Target {
  id?: string | string[];
  query?: string;
  params?: Record<string, unknown>;
}

export type Patch = Target & { ifRevisionID?: string } & Record<string, unknown>;

export type Mutation =
  | { create: DocInput }
  | { createIfNotExists: DocInput }
  | { createOrReplace: DocInput }
  | { delete: Target }
  | { patch: Patch };

/** What a transaction did to one document. Null: it was not there before, or is not there after. */
export interface Change {
  documentId: string;
  previous: Doc | null;
  result: Doc | null;
  mutations: Mutation[];
}

export interface Transaction {
  id: string;
  timestamp: string;
  author: string;
  /** `document.publish` and the like, when an action caused it. */
  action: string | null;
  changes: Change[];
}

/** One line of the answer to a mutation request. */
export interface Result {
  id: string;
  operation: 'create' | 'update' | 'delete' | 'none';
  document: Doc | null;
}

/** Ids of documents that `value` refers to by a strong reference. */
export function strongReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(strongReferences);
  if (typeof value !== 'object' || value === null) return [];
  const own = '_ref' in value && typeof value._ref === 'string' ? value : undefined;
  const weak = own && '_weak' in own && own._weak === true;
  // A reference into another dataset or a media library is not this dataset's business.
  const elsewhere = own && ('_dataset' in own || '_projectId' in own);
  const ids = own && !weak && !elsewhere ? [own._ref as string] : [];
  return [...ids, ...Object.values(value).flatMap(strongReferences)];
}
