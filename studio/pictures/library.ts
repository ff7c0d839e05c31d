import type { SanityClient, SanityDocument } from 'sanity';

export interface LibraryPicture {
  _id: string;
  url: string;
  name: string | null;
  width: number | null;
  height: number | null;
  tags: string[];
  uses: { _id: string; _type: string; title: string | null }[];
}

/** The pictures with their uses. A document and its draft count as one use. */
const query = `*[_type == "sanity.imageAsset"] | order(_createdAt desc){
  _id, url, "name": originalFilename, "width": metadata.dimensions.width, "height": metadata.dimensions.height,
  "tags": coalesce(opt.tags, []),
  "uses": *[references(^._id)]{ _id, _type, "title": coalesce(title, name, question, heading, hero.heading, author, label) }
}`;

export const readLibrary = (client: SanityClient): Promise<LibraryPicture[]> =>
  client.withConfig({ perspective: 'drafts', useCdn: false }).fetch<LibraryPicture[]>(query);

/**
 * Returns the pictures that match a search. Each typed word must be in a tag, the file name or the title of a document
 * that uses the picture.
 */
export function findPictures(pictures: readonly LibraryPicture[], search: string): LibraryPicture[] {
  const words = search.trim().toLowerCase().split(/\s+/);
  return pictures.filter(({ tags, name, uses }) => {
    const all = [...tags, name ?? '', ...uses.map(({ title }) => title ?? '')].join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}

/** Returns every tag with the number of its pictures. The most frequent tag comes first. */
export function countTags(pictures: readonly LibraryPicture[]): [tag: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { tags } of pictures) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].toSorted(([a, one], [b, other]) => other - one || a.localeCompare(b));
}

const MAX_TAGS = 12;
const TAG_LENGTH = 30;

/** Turns a text such as “Night hike, camp” into tags, which are in lower case and without duplicates. */
export const readTags = (text: string): string[] =>
  [
    ...new Set(
      text.split(',').map((tag) => tag.trim().toLowerCase().replace(/\s+/g, ' ').slice(0, TAG_LENGTH)),
    ),
  ]
    .filter(Boolean)
    .slice(0, MAX_TAGS);

export const saveTags = (client: SanityClient, id: string, tags: readonly string[]) =>
  client
    .patch(id)
    .setIfMissing({ opt: {} })
    .set({ 'opt.tags': [...tags] })
    .commit();

interface Replacement {
  /** The id of the old picture. */
  from: string;
  /** The id of the new picture. */
  to: string;
  /** The alternative text of the new picture. */
  alt: string;
}

/**
 * Replaces a picture everywhere in a value. Its crop, focal point and alternative text are replaced as well, because
 * they belong to the old picture. If a value does not contain the picture, it is returned as the same object.
 */
export function withReplacement<T>(value: T, replacement: Replacement): T;
export function withReplacement(value: unknown, replacement: Replacement): unknown {
  if (Array.isArray(value)) {
    const list = value as unknown[];
    const items = list.map((item) => withReplacement(item, replacement));
    return items.some((item, index) => item !== list[index]) ? items : list;
  }
  if (!isRecord(value)) return value;
  if (isRecord(value['asset']) && value['asset']['_ref'] === replacement.from) {
    const { crop: _crop, hotspot: _hotspot, ...rest } = value;
    return { ...rest, asset: { ...value['asset'], _ref: replacement.to } };
  }
  const fields = Object.entries(value).map(
    ([name, part]) => [name, withReplacement(part, replacement)] as const,
  );
  if (fields.every(([name, part]) => part === value[name])) return value;
  const changed = Object.fromEntries(fields);
  const isPicture = value['_type'] === 'picture' && changed['image'] !== value['image'];
  return isPicture ? { ...changed, alt: replacement.alt } : changed;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Writes the replacement into a draft of every document that uses the picture, so that parents see nothing before
 * somebody publishes it. Returns the number of changed drafts.
 */
export async function replaceEverywhere(client: SanityClient, replacement: Replacement): Promise<number> {
  const raw = client.withConfig({ perspective: 'raw', useCdn: false });
  const found = await raw.fetch<SanityDocument[]>(
    '*[references($id) && !(_id in path("versions.**")) && !(_type match "sanity.*")]',
    { id: replacement.from },
  );
  const drafts = new Set(found.map(({ _id }) => _id).filter((id) => id.startsWith('drafts.')));
  const transaction = raw.transaction();
  let count = 0;
  for (const document of found) {
    if (drafts.has(`drafts.${document._id}`)) continue;
    const { _id, _rev, _createdAt: _, _updatedAt: __, ...fields } = document;
    const changed = withReplacement(fields, replacement);
    if (changed === fields) continue;
    count++;
    if (!drafts.has(_id)) transaction.create({ ...changed, _id: `drafts.${_id}` });
    else {
      const set = Object.entries(changed).filter(([name, value]) => value !== fields[name as never]);
      // Another editor may be writing in this draft, so the patch fails if the revision has changed.
      transaction.patch(raw.patch(_id).ifRevisionId(_rev).set(Object.fromEntries(set)));
    }
  }
  if (count > 0) await transaction.commit();
  return count;
}
