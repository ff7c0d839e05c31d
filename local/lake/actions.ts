import type { Doc, DocInput, Mutation, Patch } from './documents.ts';
import { actionError } from './errors.ts';
import type { Step } from './lake.ts';
import { publishedId } from './ids.ts';
import type { OpenTransaction } from './transaction.ts';

export interface Action {
  actionType: string;
  publishedId?: string;
  draftId?: string;
  versionId?: string;
  baseId?: string;
  attributes?: DocInput;
  document?: DocInput;
  patch?: Patch;
  includeDrafts?: string[];
  ifExists?: 'fail' | 'ignore';
  ifBaseRevisionId?: string;
  ifDraftRevisionId?: string;
  ifVersionRevisionId?: string;
  ifPublishedRevisionId?: string;
}

const prefix = 'sanity.action.';

/** `sanity.action.document.publish` becomes `document.publish`, the name in the history. */
export const actionName = (action: Action | undefined) =>
  action?.actionType.startsWith(prefix) ? action.actionType.slice(prefix.length) : null;

/** Turns an action into a step of a transaction, which reads documents and returns mutations. */
export function actionStep(action: Action): Step {
  const build = handlers[actionName(action) ?? ''];
  if (!build) throw actionError(400, `This lake does not know the action "${action.actionType}"`);
  return (transaction) => build(action, transaction);
}

const handlers: Record<string, (action: Action, transaction: OpenTransaction) => Mutation[]> = {
  'document.create': ({ attributes, ifExists }) => {
    const document = requireValue(attributes, 'attributes');
    return [ifExists === 'ignore' ? { createIfNotExists: document } : { create: document }];
  },
  'document.edit': (action, transaction) => {
    const id = draftOf(action);
    const draft = transaction.get(id)
      ? []
      : [{ create: { ...contentOf(requireDocument(transaction, action.publishedId)), _id: id } }];
    return [...draft, { patch: { ...requireValue(action.patch, 'patch'), id } }];
  },
  'document.publish': (action, transaction) => {
    const draft = requireDocument(transaction, draftOf(action));
    const id = action.publishedId ?? publishedId(draft._id);
    const published = transaction.get(id);
    expectRevision(published, action.ifPublishedRevisionId);
    expectRevision(draft, action.ifDraftRevisionId ?? action.ifVersionRevisionId);
    const body = strengthenReferences(contentOf(draft)) as DocInput;
    const createdAt = published?._createdAt ?? draft._createdAt;
    return [{ createOrReplace: { ...body, _id: id, _createdAt: createdAt } }, { delete: { id: draft._id } }];
  },
  'document.unpublish': (action, transaction) => {
    const published = requireDocument(transaction, action.publishedId);
    const id = draftOf(action);
    const draft = transaction.get(id) ? [] : [{ create: { ...contentOf(published), _id: id } }];
    return [...draft, { delete: { id: published._id } }];
  },
  'document.discard': (action, transaction) => [
    { delete: { id: requireDocument(transaction, draftOf(action))._id } },
  ],
  'document.version.discard': (action, transaction) => [
    { delete: { id: requireDocument(transaction, draftOf(action))._id } },
  ],
  'document.delete': (action, transaction) => {
    const ids = [...(action.includeDrafts ?? []), requireValue(action.publishedId, 'publishedId')];
    return ids.filter((id) => transaction.get(id)).map((id) => ({ delete: { id } }));
  },
  'document.replaceDraft': ({ attributes }) => [{ createOrReplace: requireValue(attributes, 'attributes') }],
  'document.version.replace': ({ document }) => [{ createOrReplace: requireValue(document, 'document') }],
  'document.version.create': ({ document, baseId, versionId, ifBaseRevisionId }, transaction) => {
    if (document) return [{ create: document }];
    const base = requireDocument(transaction, baseId);
    expectRevision(base, ifBaseRevisionId);
    return [{ create: { ...contentOf(base), _id: requireValue(versionId, 'versionId') } }];
  },
};

const draftOf = ({ draftId, versionId, publishedId: id }: Action) =>
  draftId ?? versionId ?? `drafts.${requireValue(id, 'publishedId')}`;

function requireValue<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw actionError(400, `The action needs "${name}"`);
  return value;
}

function requireDocument(transaction: OpenTransaction, id: string | undefined): Doc {
  const document = transaction.get(requireValue(id, 'publishedId'));
  if (!document) throw actionError(404, `Document "${id}" was not found`);
  return document;
}

function expectRevision(document: Doc | null, revision: string | undefined): void {
  if (!document || revision === undefined || document._rev === revision) return;
  throw actionError(409, `Document "${document._id}" has unexpected revision`);
}

function contentOf({ _id, _rev, _updatedAt, ...rest }: Doc): DocInput & { _createdAt: string } {
  return rest;
}

/** As in the cloud, publishing makes references marked `_strengthenOnPublish` strong. */
function strengthenReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strengthenReferences);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, strengthenReferences(part)]),
  );
  const { _strengthenOnPublish: mark, _weak, ...rest } = copy;
  if (!('_ref' in copy) || typeof mark !== 'object' || mark === null) return copy;
  return 'weak' in mark && mark.weak === true ? { ...rest, _weak: true } : rest;
}
