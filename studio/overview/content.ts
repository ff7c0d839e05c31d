import type { SanityClient } from 'sanity';
import { screenIdOf } from '../wording/ids.ts';
import { changeProblem } from '../wording/problems.ts';
import { isAnnounced } from '../schemaTypes/rules/announcement.ts';
import type { UpcomingChange } from './api.ts';

export interface Change {
  id: string;
  type: string;
  title: string;
  at: string;
  authors: string[];
  isNew: boolean;
}

export interface OverviewContent {
  /** The newest drafts and changes, at most 50 of each. The counts are of all. */
  drafts: Change[];
  draftCount: number;
  changes: Change[];
  changeCount: number;
  soon: UpcomingChange[];
  /** Documents that are switched off or planned for another time, so that no page needs to show them now. */
  switchedOff: ReadonlySet<string>;
  /** Published sentences that no longer fit the site, which therefore shows the original ones. */
  unusable: UnusableSentence[];
}

interface UnusableSentence {
  id: string;
  was: string;
  problem: string;
}

interface Row {
  _id: string;
  _type: string;
  _rev: string;
  _createdAt: string;
  _updatedAt: string;
  title: string | null;
}

const editorDocuments =
  '!(_type match "system.*") && !(_type match "sanity.*") && !(_id in path("_.**")) && !(_type in ["reviewRequest", "previewLink"])';
const fields =
  '_id, _type, _rev, _createdAt, _updatedAt, "title": coalesce(title, name, question, heading, hero.heading, author, label, from)';
const drafts = `_id in path("drafts.**") && ${editorDocuments}`;
const changes = `!(_id in path("drafts.**")) && !(_id in path("versions.**")) && ${editorDocuments} && _updatedAt > $since`;
const query = `{
  "drafts": *[${drafts}] | order(_updatedAt desc)[0...50]{ ${fields} },
  "draftCount": count(*[${drafts}]),
  "changes": *[${changes}] | order(_updatedAt desc)[0...50]{ ${fields} },
  "changeCount": count(*[${changes}]),
  "showing": *[!(_id in path("drafts.**")) && !(_id in path("versions.**")) && (defined(showing) || defined(announcement.showing) || defined(sections) || defined(blocks))][0...200]{
    "title": coalesce(title, name, heading), showing{ from, until },
    bar, announcement{ shown, text, showing{ from, until } },
    sections[]{ heading, showing{ from, until } },
    blocks[]{ heading, "showing": { "from": showing.from, "until": coalesce(showing.until, select(_type == "countdownBlock" => until)) } }
  },
  "off": *[shown == false || enabled == false || dateTime(showing.from) > dateTime($now) || dateTime(showing.until) <= dateTime($now)]._id,
  "wordings": *[_type == "wording" && !(_id in path("drafts.**")) && !(_id in path("versions.**"))]{ _id, changes[]{ _key, was, text } }
}`;

interface Answer {
  drafts: Row[];
  draftCount: number;
  changes: Row[];
  changeCount: number;
  showing: ShowingRow[];
  off: string[];
  wordings: WordingRow[];
}

/** The changed sentences of one screen. */
interface WordingRow {
  _id: string;
  changes?: readonly { _key: string; was?: string | null; text?: string | null }[] | null;
}

interface Window {
  from?: string | null;
  until?: string | null;
}

export interface ShowingRow {
  title: string | null;
  showing?: Window | null;
  bar?: string | null;
  announcement?: { shown?: boolean | null; text?: string | null; showing?: Window | null } | null;
  sections?: readonly (Section | null)[] | null;
  blocks?: readonly (Section | null)[] | null;
}
interface Section {
  heading?: string | null;
  showing?: Window | null;
}

const SOON_MS = 14 * 24 * 3_600_000;

/** Returns drafts and everything published since a date, with the authors. */
export async function readContent(
  client: SanityClient,
  since: Date,
  now: Date = new Date(),
): Promise<OverviewContent> {
  const raw = client.withConfig({ perspective: 'raw', useCdn: false });
  const answer = await raw.fetch<Answer>(query, { since: since.toISOString(), now: now.toISOString() });
  const authors = await readAuthors(client, [...answer.drafts, ...answer.changes], since);
  const toChange = ({ _id, _type, _createdAt, _updatedAt, title }: Row): Change => ({
    id: _id.replace(/^drafts\./, ''),
    type: _type,
    title: title ?? '',
    at: _updatedAt,
    authors: authors.get(_id) ?? [],
    isNew: Date.parse(_createdAt) > since.getTime(),
  });
  return {
    drafts: answer.drafts.map(toChange),
    draftCount: answer.draftCount,
    changes: answer.changes.map(toChange),
    changeCount: answer.changeCount,
    soon: answer.showing.flatMap((row) => comingOf(row, now)),
    switchedOff: new Set(answer.off),
    unusable: answer.wordings.flatMap(unusableOf),
  };
}

/**
 * Returns the sentences that a build ignores (src/build/wording), because the code or their placeholders have changed
 * since.
 */
export const unusableOf = ({ _id, changes }: WordingRow): UnusableSentence[] =>
  (changes ?? []).flatMap(({ _key, was, text }) => {
    const problem = changeProblem(screenIdOf(_id), { key: _key, was: was ?? '', text: text ?? '' });
    return problem === null ? [] : [{ id: _id, was: was ?? '', problem }];
  });

/** Returns what appears or disappears soon in a document. */
export function comingOf(document: ShowingRow, now: Date): UpcomingChange[] {
  const { title, showing, announcement, sections, blocks } = document;
  const windows: [title: string | null | undefined, window: Window | null | undefined][] = [
    [title, showing],
    [announcement?.text ?? title, isAnnounced(document) ? announcement?.showing : null],
    ...[...(sections ?? []), ...(blocks ?? [])].map((one): (typeof windows)[number] => [
      one?.heading ?? title,
      one?.showing,
    ]),
  ];
  return windows.flatMap(([name, window]) => [
    ...soonOf('shown_from', name, window?.from, now),
    ...soonOf('shown_until', name, window?.until, now),
  ]);
}

function soonOf(
  what: UpcomingChange['what'],
  title: string | null | undefined,
  at: string | null | undefined,
  now: Date,
): UpcomingChange[] {
  if (!at) return [];
  const ahead = Date.parse(at) - now.getTime();
  return ahead > 0 && ahead < SOON_MS ? [{ what, title: title ?? '', detail: null, at }] : [];
}

interface Transaction {
  id: string;
  timestamp: string;
  author: string;
  documentIDs: string[];
}

/**
 * The most transactions that are read. They cover about one day of edits. For older edits, only the last author is
 * known.
 */
const MAX_TRANSACTIONS = 400;

/** Returns the authors of changes. Sanity records them in the history, and not in the documents. */
async function readAuthors(
  client: SanityClient,
  documents: readonly Row[],
  since: Date,
): Promise<Map<string, string[]>> {
  const authors = new Map<string, string[]>();
  const transactions = await readTransactions(
    client,
    documents.map(({ _id }) => _id),
  );
  for (const { _id, _rev } of documents) {
    const ownTransactions = transactions.filter(
      ({ id, timestamp, documentIDs }) =>
        documentIDs.includes(_id) && (id === _rev || Date.parse(timestamp) > since.getTime()),
    );
    authors.set(_id, [...new Set(ownTransactions.map(({ author }) => author))]);
  }
  return authors;
}

/** Returns who deleted each deleted document, as far as Sanity still knows. */
export async function readDeleters(
  client: SanityClient,
  documentIds: readonly string[],
): Promise<Map<string, string[]>> {
  const transactions = await readTransactions(client, documentIds);
  return new Map(
    documentIds.map((id) => {
      const last = transactions.find(({ documentIDs }) => documentIDs.includes(id));
      return [id, last ? [last.author] : []];
    }),
  );
}

/** Returns the transactions of these documents. The newest comes first. */
async function readTransactions(
  client: SanityClient,
  documentIds: readonly string[],
): Promise<Transaction[]> {
  if (documentIds.length === 0) return [];
  const { dataset } = client.config();
  const search = new URLSearchParams({
    excludeContent: 'true',
    excludeMutations: 'true',
    reverse: 'true',
    limit: String(MAX_TRANSACTIONS),
  });
  const lines = await client.request<string>({
    url: `/data/history/${dataset ?? ''}/transactions/${documentIds.join(',')}?${search.toString()}`,
  });
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Transaction);
}
