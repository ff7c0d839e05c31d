import type { Doc } from './documents.ts';
import { evaluateGroq, parseGroq, type Expression } from './groq.ts';
import { isPrivate, layerOf, publishedId } from './ids.ts';
import { withTextSearch } from './text-search.ts';

export interface Reader {
  /**
   * Either `raw`, or layers from the top down, such as `['drafts']`, `['published']` or `['spring-release',
   * 'drafts']`.
   */
  perspective: string[];
  identity: string;
  /** If true, documents with a dot in their id are hidden in every perspective. */
  anonymous: boolean;
}

const MAX_CACHED_QUERIES = 500;

export class Queries {
  readonly #documents: ReadonlyMap<string, Doc>;
  readonly #sanity: { projectId: string; dataset: string };
  readonly #closed: boolean;
  readonly #parsed = new Map<string, Expression>();
  readonly #views = new Map<string, readonly Doc[]>();

  constructor(
    documents: ReadonlyMap<string, Doc>,
    { projectId, dataset, closed }: { projectId: string; dataset: string; closed?: boolean | undefined },
  ) {
    this.#closed = closed ?? false;
    this.#documents = documents;
    this.#sanity = { projectId, dataset };
  }

  run(query: string, params: Record<string, unknown>, reader: Reader): Promise<unknown> {
    return this.#evaluate(query, params, this.#view(reader), reader.identity);
  }

  /** True if a listener's query finds this document in a dataset that contains nothing else. */
  async matches(
    query: string,
    params: Record<string, unknown>,
    document: Doc | null,
    identity: string,
  ): Promise<boolean> {
    if (!document) return false;
    if (query.trim() === '*') return true;
    const found = await this.#evaluate(query, params, [document], identity);
    return Array.isArray(found) ? found.length > 0 : found !== null && found !== undefined;
  }

  forget(): void {
    this.#views.clear();
  }

  #evaluate(query: string, params: Record<string, unknown>, dataset: readonly Doc[], identity: string) {
    const searched = withTextSearch(query, params, dataset);
    const expression = this.#parse(searched.query, searched.params);
    return evaluateGroq(expression, { params: searched.params, dataset, identity, sanity: this.#sanity });
  }

  #parse(query: string, params: Record<string, unknown>): Expression {
    const key = `${query}\0${JSON.stringify(params)}`;
    const cached = this.#parsed.get(key);
    if (cached) return cached;
    const expression = parseGroq(query, params);
    if (this.#parsed.size >= MAX_CACHED_QUERIES) this.#parsed.clear();
    this.#parsed.set(key, expression);
    return expression;
  }

  #view({ perspective, anonymous }: Reader): readonly Doc[] {
    const key = `${perspective.join(',')} ${anonymous}`;
    const cached = this.#views.get(key);
    if (cached) return cached;
    const visible = [...this.#documents.values()].filter(
      (document) => !anonymous || (!this.#closed && !isPrivate(document._id)),
    );
    const view = perspective[0] === 'raw' ? visible : overlay(visible, perspective);
    this.#views.set(key, view);
    return view;
  }
}

/** Returns published documents overlaid with the layers: `_id` is the published id, `_originalId` the real one. */
function overlay(documents: readonly Doc[], perspective: string[]): Doc[] {
  const layers = perspective.map((name) => (name === 'previewDrafts' ? 'drafts' : name));
  const view = new Map<string, Doc>();
  for (const layer of ['published', ...layers.filter((name) => name !== 'published').reverse()]) {
    for (const document of documents) {
      if (layerOf(document._id) !== layer) continue;
      const id = publishedId(document._id);
      view.set(id, { ...document, _id: id, _originalId: document._id });
    }
  }
  return [...view.values()];
}
