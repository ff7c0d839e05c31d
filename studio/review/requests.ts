import type { SanityClient } from '@sanity/client';

/**
 * A request for a review. It is stored as a draft that is never published, because editors may write only drafts, and
 * visitors cannot read drafts.
 */
export interface ReviewRequest {
  _id: string;
  _type: 'reviewRequest';
  documentId: string;
  documentType: string;
  title: string;
  /**
   * The published revision that the draft would replace, or null if there is none. If another revision is published,
   * the request ends.
   */
  publishedRevision: string | null;
  requestedBy: string;
  requestedAt: string;
}

export const requestIdOf = (documentId: string): string => `drafts.review-${documentId}`;

/** The requests, with the current state of their documents. */
const query = `*[_type == "reviewRequest"] | order(requestedAt asc){
  ..., "published": *[_id == ^.documentId][0]._rev, "hasDraft": count(*[_id == "drafts." + ^.documentId]) > 0
}`;

interface Found extends ReviewRequest {
  published: string | null;
  hasDraft: boolean;
}

/** Returns the requests whose draft still exists, and whose document has not been published since. */
export async function readRequests(client: SanityClient): Promise<ReviewRequest[]> {
  const found = await client.withConfig({ perspective: 'raw' }).fetch<Found[]>(query);
  return found.filter(isOpen);
}

export const isOpen = ({
  published,
  publishedRevision,
  hasDraft,
}: Omit<Found, keyof ReviewRequest> & Pick<ReviewRequest, 'publishedRevision'>): boolean =>
  hasDraft && published === publishedRevision;

/** Returns the open request for a document. The form's document may be newer than the list of requests. */
export const requestFor = (
  requests: readonly ReviewRequest[] | null,
  id: string,
  draft: object | null,
  published: { _rev: string } | null,
): ReviewRequest | undefined =>
  requests?.find(
    ({ documentId, publishedRevision }) =>
      documentId === id &&
      isOpen({ publishedRevision, published: published?._rev ?? null, hasDraft: draft !== null }),
  );
