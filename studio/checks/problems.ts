import type { SanityDocument } from '@sanity/client';
import { validateDocument, type Workspace } from 'sanity';

export interface Problem {
  documentId: string;
  type: string;
  title: string;
  path: string;
  level: 'error' | 'warning';
  message: string;
  isDraft: boolean;
}

type Segment = string | number | { _key: string } | [number | '', number | ''];

/** Returns an address such as “sections[_key=="a"].heading”. */
const addressOf = (path: readonly Segment[]): string =>
  path.reduce<string>((address, segment) => {
    if (typeof segment === 'string') return address === '' ? segment : `${address}.${segment}`;
    if (typeof segment === 'number') return `${address}[${segment}]`;
    return '_key' in segment ? `${address}[_key=="${segment._key}"]` : address;
  }, '');

const titleOf = (document: SanityDocument): string => {
  const names = ['name', 'title', 'question', 'heading', 'author', 'from'].map(
    (name) => document[name] as unknown,
  );
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? '';
};

/** The number of documents that are checked at the same time. */
const PARALLEL_CHECKS = 4;

/**
 * Finds the problems of documents. If a document has a draft, the draft is checked. `onProgress` gets the finished
 * share, from 0 to 1.
 */
export async function findProblems(
  documents: readonly SanityDocument[],
  workspace: Workspace,
  onProgress: (share: number) => void,
): Promise<Problem[]> {
  const found: Problem[][] = [];
  let next = 0;
  let finished = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < documents.length; at = next++) {
      const document = documents[at];
      if (!document) return;
      // oxlint-disable-next-line typescript/no-deprecated -- the form uses it too; its replacement takes another kind
      // of schema
      const markers = await validateDocument({ document, workspace, environment: 'studio' });
      found[at] = markers.flatMap(({ level, message, path }) =>
        level === 'info'
          ? []
          : [
              {
                documentId: document._id.replace(/^drafts\./, ''),
                type: document._type,
                title: titleOf(document),
                path: addressOf(path as Segment[]),
                level,
                message,
                isDraft: document._id.startsWith('drafts.'),
              },
            ],
      );
      onProgress(++finished / documents.length);
    }
  }
  await Promise.all(Array.from({ length: PARALLEL_CHECKS }, work));
  return found.flat().toSorted((a, b) => Number(b.level === 'error') - Number(a.level === 'error'));
}

/** Replaces published documents by their drafts. */
export function withDrafts(documents: readonly SanityDocument[]): SanityDocument[] {
  const drafts = new Set(documents.map(({ _id }) => _id).filter((id) => id.startsWith('drafts.')));
  return documents.filter(({ _id }) => !drafts.has(`drafts.${_id}`));
}
