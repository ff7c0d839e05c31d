import { formatMoney, toCents } from '../../supabase/functions/_shared/contract/format.ts';
import { withProduct } from '../../src/config/brand.ts';

export interface PlannedDocument {
  _id: string;
  _type: string;
  title?: string | null;
  showing?: Window | null;
  saleTime?: Window | null;
  plannedPrices?: { from?: string | null; price?: number | null }[] | null;
  rungs?:
    | { name?: string | null; price?: number | null; from?: string | null; deadline?: string | null }[]
    | null;
  announcement?: { text?: string | null; showing?: Window | null } | null;
  sections?: Section[] | null;
  /** Sections of a page that is made of blocks. */
  blocks?: Section[] | null;
}
interface Section {
  _key?: string;
  _type?: string;
  heading?: string | null;
  showing?: Window | null;
}
interface Window {
  from?: string | null;
  until?: string | null;
}

export interface PlannedMoment {
  at: string;
  documentId: string;
  type: string;
  /** The address of the field in the form. */
  path: string;
  what: string;
}

export const planQuery = `*[defined(showing) || defined(saleTime) || defined(plannedPrices) || defined(rungs) || defined(announcement) || defined(sections) || defined(blocks)]{
  _id, _type, "title": coalesce(name, heading, author, title), showing, saleTime, plannedPrices[]{ from, price },
  rungs[]{ name, price, from, deadline }, announcement{ text, showing }, sections[]{ _key, _type, heading, showing },
  blocks[]{ _key, _type, heading, showing }
}`;

export function momentsOf(documents: readonly PlannedDocument[]): PlannedMoment[] {
  const moments = documents.flatMap((document) => {
    const named = withProduct(document.title ?? 'Untitled');
    const at = (moment: string | null | undefined, path: string, event: string): PlannedMoment[] =>
      moment && !Number.isNaN(Date.parse(moment))
        ? [
            {
              at: moment,
              documentId: document._id.replace(/^drafts\./, ''),
              type: document._type,
              path,
              what: event,
            },
          ]
        : [];
    const window = (range: Window | null | undefined, path: string, begins: string, ends: string) => [
      ...at(range?.from, path, begins),
      ...at(range?.until, path, ends),
    ];
    return [
      ...window(document.showing, 'showing', `“${named}” appears`, `“${named}” disappears`),
      ...window(document.saleTime, 'saleTime', `${named} goes on sale`, `${named} goes off sale`),
      ...(document.plannedPrices ?? []).flatMap(({ from, price }) =>
        at(from, 'plannedPrices', `${named} costs ${money(price)}`),
      ),
      ...(document.rungs ?? []).flatMap(({ name, price, from, deadline }) => {
        const rung = `${named}: early bird “${withProduct(name ?? '')}” at ${money(price)}`;
        return window(
          { from: from ?? null, until: deadline ?? null },
          'rungs',
          `${rung} begins`,
          `${rung} ends`,
        );
      }),
      ...window(
        document.announcement?.showing,
        'announcement.showing',
        `The announcement “${withProduct(document.announcement?.text ?? '')}” appears`,
        'The announcement disappears',
      ),
      ...(['sections', 'blocks'] as const).flatMap((list) =>
        (document[list] ?? []).flatMap(({ _key, heading, showing }) => {
          const section = `${named}, section “${withProduct(heading ?? '')}”`;
          return window(
            showing,
            `${list}[_key=="${_key ?? ''}"].showing`,
            `${section} appears`,
            `${section} disappears`,
          );
        }),
      ),
    ];
  });
  return moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

const money = (dollars: number | null | undefined) =>
  typeof dollars === 'number' ? formatMoney(toCents(dollars)) : 'no price';

/** Returns the month of a moment in a time zone, such as “2027-01”. */
export const monthOf = (moment: string, timeZone: string): string =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone }).slice(0, 7);
