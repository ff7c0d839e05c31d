import { Mutation as Mutator } from '@sanity/mutator';
import {
  strongReferences,
  type Change,
  type Doc,
  type DocInput,
  type Mutation,
  type Patch,
  type Result,
  type Target,
} from './documents.ts';
import { mutationError } from './errors.ts';
import { isValidId, newId } from './ids.ts';

export type FindIds = (query: string, params: Record<string, unknown>) => Promise<string[]>;

/** Collects the changes of one transaction. They count once all its mutations have succeeded. */
export class OpenTransaction {
  readonly changes = new Map<string, Change>();
  readonly results: Result[] = [];
  readonly #documents: ReadonlyMap<string, Doc>;
  readonly #id: string;
  readonly #timestamp: string;

  constructor(documents: ReadonlyMap<string, Doc>, id: string, timestamp: string) {
    this.#documents = documents;
    this.#id = id;
    this.#timestamp = timestamp;
  }

  get(id: string): Doc | null {
    const change = this.changes.get(id);
    return change ? change.result : (this.#documents.get(id) ?? null);
  }

  async run(mutation: Mutation, findIds: FindIds): Promise<void> {
    if ('create' in mutation) this.#create(mutation.create, 'create');
    else if ('createIfNotExists' in mutation) this.#create(mutation.createIfNotExists, 'createIfNotExists');
    else if ('createOrReplace' in mutation) this.#create(mutation.createOrReplace, 'createOrReplace');
    else if ('delete' in mutation) for (const id of await targets(mutation.delete, findIds)) this.#delete(id);
    else if ('patch' in mutation) {
      for (const id of await targets(mutation.patch, findIds)) this.#patch(id, mutation.patch);
    } else throw mutationError(400, 'Unknown mutation', 'validationError');
  }

  /** Throws if a strong reference would have no target, because the target is missing or would be deleted. */
  checkReferences(): void {
    for (const { documentId, result } of this.changes.values()) {
      if (!result) this.#refuseDanglingTo(documentId);
      const missing = strongReferences(result).find((id) => !this.get(id));
      if (missing === undefined) continue;
      const text = `Document "${documentId}" references non-existent document "${missing}"`;
      throw mutationError(409, text, 'documentReferenceDoesNotExistError', missing);
    }
  }

  #refuseDanglingTo(id: string): void {
    for (const other of new Set([...this.#documents.keys(), ...this.changes.keys()])) {
      if (!strongReferences(this.get(other)).includes(id)) continue;
      const text = `Document "${id}" cannot be deleted as there are references to it from "${other}"`;
      throw mutationError(409, text, 'documentHasExistingReferencesError', id);
    }
  }

  #create(input: DocInput, kind: 'create' | 'createIfNotExists' | 'createOrReplace'): void {
    if (typeof (input as DocInput | undefined)?._type !== 'string')
      throw mutationError(400, 'Document must have a _type', 'validationError');
    const id = !input._id ? newId() : input._id.endsWith('.') ? input._id + newId() : input._id;
    if (!isValidId(id)) throw mutationError(400, `Invalid document ID: ${id}`, 'validationError', id);
    const existing = this.get(id);
    if (existing && kind === 'create') {
      throw mutationError(409, `Document by ID "${id}" already exists`, 'documentAlreadyExistsError', id);
    }
    if (existing && kind === 'createIfNotExists') {
      this.results.push({ id, operation: 'none', document: existing });
      return;
    }
    const document: Doc = {
      ...structuredClone(input),
      _id: id,
      _rev: this.#id,
      _createdAt: moment(input['_createdAt']) ?? existing?._createdAt ?? this.#timestamp,
      _updatedAt: moment(input['_updatedAt']) ?? this.#timestamp,
    };
    const mutation = { [kind]: document } as unknown as Mutation;
    this.#put(id, document, mutation);
    this.results.push({ id, operation: existing ? 'update' : 'create', document });
  }

  #delete(id: string): void {
    if (this.get(id)) this.#put(id, null, { delete: { id } });
    this.results.push({ id, operation: 'delete', document: null });
  }

  #patch(id: string, { query: _query, params: _params, ...patch }: Patch): void {
    const before = this.get(id);
    if (!before) {
      const text = `The document with the ID "${id}" was not found`;
      throw mutationError(404, text, 'documentNotFoundError', id);
    }
    if (patch.ifRevisionID !== undefined && patch.ifRevisionID !== before._rev) {
      const text = `The document with ID "${id}" has unexpected revision`;
      throw mutationError(409, text, 'documentRevisionIDDoesNotMatchError', id);
    }
    const single = { ...patch, id };
    const system = { _rev: this.#id, _createdAt: before._createdAt, _updatedAt: this.#timestamp };
    const document = { ...applyPatch(before, single), ...system } as Doc;
    if (document._id !== before._id || document._type !== before._type) {
      throw mutationError(400, 'Cannot modify immutable attribute "_id" or "_type"', 'validationError', id);
    }
    this.#put(id, document, { patch: single });
    this.results.push({ id, operation: 'update', document });
  }

  #put(documentId: string, result: Doc | null, mutation: Mutation): void {
    const earlierChange = this.changes.get(documentId);
    const previous = earlierChange ? earlierChange.previous : this.get(documentId);
    this.changes.set(documentId, {
      documentId,
      previous,
      result,
      mutations: [...(earlierChange?.mutations ?? []), mutation],
    });
  }
}

const moment = (value: unknown) =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

async function targets({ id, query, params }: Target, findIds: FindIds): Promise<string[]> {
  if (query !== undefined) return findIds(query, params ?? {});
  if (id === undefined) throw mutationError(400, 'A mutation needs an id or a query', 'validationError');
  return [id].flat();
}

/** Applies a patch with Studio's own engine. The engine may change its input, so it gets a copy. */
function applyPatch(document: Doc, patch: Patch & { id: string }): object {
  try {
    const mutations = [{ patch }] as unknown as ConstructorParameters<typeof Mutator>[0]['mutations'];
    return new Mutator({ mutations }).apply(structuredClone(document)) ?? document;
  } catch (error) {
    const description = error instanceof Error ? error.message : String(error);
    throw mutationError(400, description, 'validationError', patch.id);
  }
}
