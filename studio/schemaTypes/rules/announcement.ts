import type { Showing } from '../../../supabase/functions/_shared/contract/selling-rules/planned.ts';

interface Announcement {
  shown?: boolean | null;
  text?: string | null;
  showing?: Showing | null;
}

/** The settings have no `bar`. A page shows its announcement only if its `bar` is `own`. */
interface Announcing {
  bar?: unknown;
  announcement?: Announcement | null;
}

const isOwn = ({ bar }: Announcing) => (bar ?? 'own') === 'own';

/** Returns whether a document shows its announcement when its time has come. */
export const isAnnounced = (document: Announcing): boolean =>
  document.announcement?.shown === true && isOwn(document);

/** Returns why the announcement cannot be published, or null. */
export const announcementProblem = (document: Announcing): string | null =>
  isAnnounced(document) && !document.announcement?.text?.trim()
    ? 'Write what the bar says, or switch it off.'
    : null;

/** Returns a warning that the times have no effect, or null. */
export function announcementRemark(document: Announcing): string | null {
  const { shown, showing } = document.announcement ?? {};
  return isOwn(document) && shown !== true && (showing?.from || showing?.until)
    ? 'The bar is switched off, so no page shows it at these times. Switch it on, or empty “From” and “Until”.'
    : null;
}
