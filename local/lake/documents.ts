export interface Doc {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  [field: string]: unknown;
}

/** A document as a client sends it. The lake adds missing system fields. */
export type DocInput = { _id?: string; _type: string } & Record<string, unknown>;

/** The documents that a mutation changes: one, several, or all that a query finds. */
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

/**
 * A transaction's change of one document. Null means that the document did not exist before, or does not exist
 * afterwards.
 */
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
  /** The name of the action that caused it, such as `document.publish`. Null for plain mutations. */
  action: string | null;
  changes: Change[];
}

export interface Result {
  id: string;
  operation: 'create' | 'update' | 'delete' | 'none';
  document: Doc | null;
}

/** Returns ids of documents that `value` refers to by strong references. */
export function strongReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(strongReferences);
  if (typeof value !== 'object' || value === null) return [];
  const reference = '_ref' in value && typeof value._ref === 'string' ? value : undefined;
  const weak = reference && '_weak' in reference && reference._weak === true;
  // References into another dataset or a media library are not checked.
  const isForeign = reference && ('_dataset' in reference || '_projectId' in reference);
  const ids = reference && !weak && !isForeign ? [reference._ref as string] : [];
  return [...ids, ...Object.values(value).flatMap(strongReferences)];
}
