import type { SanityClient } from 'sanity';

export interface OrderedDocument {
  _id: string;
  title: string;
  order: number | null;
}

/** The types whose documents the site shows in an order that editors choose. */
export const orderedTypes = [
  { type: 'campTier', title: 'Camp tiers' },
  { type: 'pass', title: 'Passes' },
  { type: 'holidayPackage', title: 'Holiday package' },
  { type: 'birthdayPackage', title: 'Birthday packages' },
  { type: 'level', title: 'Stages of the journey' },
  { type: 'mission', title: 'Missions' },
  { type: 'team', title: 'Teams' },
  { type: 'coach', title: 'Coaches' },
  { type: 'testimonial', title: 'Testimonials' },
  { type: 'base', title: 'Bases' },
  { type: 'mediaLogo', title: 'Media logos' },
  { type: 'faqTopic', title: 'Question topics' },
] as const;

/** Returns the query filter for a list. Questions are ordered within their topic. */
const filterOf = (topicId: string | undefined) =>
  topicId === undefined ? '_type == $type' : '_type == $type && topic._ref == $topicId';

export const listQuery = (topicId?: string) =>
  `*[${filterOf(topicId)}] | order(order asc, _createdAt asc){
    _id, order, "title": coalesce(name, title, question, author, "Untitled")
  }`;

export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const moved = list[from];
  if (moved === undefined || to < 0 || to >= list.length) return [...list];
  const others = list.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Returns new positions for documents whose position changes. */
export const renumber = (list: readonly OrderedDocument[]): { _id: string; order: number }[] =>
  list.flatMap(({ _id, order }, index) => (order === index + 1 ? [] : [{ _id, order: index + 1 }]));

/** Saves the order in published documents and in drafts, so that publishing a draft does not restore the old order. */
export async function saveOrder(client: SanityClient, list: readonly OrderedDocument[]): Promise<void> {
  const changes = renumber(list);
  const ids = changes.flatMap(({ _id }) => [_id, `drafts.${_id}`]);
  const existingIds = new Set(
    await client.fetch<string[]>('*[_id in $ids]._id', { ids }, { perspective: 'raw' }),
  );
  const transaction = changes
    .flatMap(({ _id, order }) => [_id, `drafts.${_id}`].map((id) => ({ id, order })))
    .filter(({ id }) => existingIds.has(id))
    .reduce((all, { id, order }) => all.patch(id, { set: { order } }), client.transaction());
  if (changes.length > 0) await transaction.commit();
}
