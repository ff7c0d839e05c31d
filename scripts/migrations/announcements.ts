/** An object that loses rows or columns, or is renamed. */
export interface DataChange {
  kind: 'drops' | 'renames';
  /** The name of the object, such as `public.orders` or `public.orders.note`. */
  what: string;
  /** The new name, if the object is renamed. */
  to?: string;
}

const WORD = /^-- (?:drops: (?<dropped>\S+): (?<reason>\S.{9,})|renames: (?<old>\S+) -> (?<now>\S+))$/gm;

/** Returns the announcements of a migration: what it drops (and why) and what it renames. */
export function readAnnouncements(text: string): (DataChange & { reason?: string })[] {
  return [...text.matchAll(WORD)].map(({ groups = {} }) => {
    const { dropped, reason, old, now } = groups as Partial<Record<string, string>>;
    return dropped === undefined
      ? { kind: 'renames', what: old ?? '', to: now ?? '' }
      : { kind: 'drops', what: dropped, reason: reason ?? '' };
  });
}

export const announcementOf = ({ kind, what, to }: DataChange, reason = 'why nobody needs it any more') =>
  kind === 'drops' ? `-- drops: ${what}: ${reason}` : `-- renames: ${what} -> ${to ?? ''}`;
