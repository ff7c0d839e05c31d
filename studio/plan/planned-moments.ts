import { datedPagesFilter, datedPartsQuery } from '../../supabase/functions/_shared/contract/dated-parts.ts';
import { formatMoney, toCents } from '../../supabase/functions/_shared/contract/format.ts';
import { plural } from '../../supabase/functions/_shared/contract/plural.ts';
import { withProduct } from '../../src/config/brand.ts';
import { isAnnounced } from '../schemaTypes/rules/announcement.ts';

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
  /** Whose announcement a page shows. Other documents have no such field. */
  bar?: string | null;
  announcement?: { shown?: boolean | null; text?: string | null; showing?: Window | null } | null;
  sections?: Section[] | null;
  /** Sections of a page that is made of blocks. */
  blocks?: Section[] | null;
  /** Parts of a page that have dates. */
  parts?: (Section & { name: string })[] | null;
}
interface Section {
  _key?: string;
  _type?: string;
  heading?: string | null;
  showing?: Window | null;
  /** The end of a countdown. Other blocks have no such moment. */
  ends?: string | null;
}
interface Window {
  from?: string | null;
  until?: string | null;
}

export interface PlannedMoment {
  at: string;
  what: string;
  /** What changes: a type in Studio's schema, a release or a promotion code. */
  type: string;
  /**
   * The field that decides the moment. Releases and codes have none, because they are not edited in a form of Studio.
   */
  field?: { documentId: string; path: string };
}

/** A release of several documents, or a scheduled draft, which is a release of one document. */
export interface Release {
  name: string;
  title?: string | null;
  at?: string | null;
  isOfOne: boolean;
  documents?: readonly { _id: string; _type: string; title?: string | null }[] | null;
}

export interface PlannedCode {
  code: string;
  campaign: string | null;
  from: string | null;
  until: string | null;
}

export const planQuery = `*[defined(showing) || defined(saleTime) || defined(plannedPrices) || defined(rungs) || defined(announcement) || defined(sections) || defined(blocks) || ${datedPagesFilter}]{
  _id, _type, "title": coalesce(name, heading, author, title, hero.heading), showing, saleTime, plannedPrices[]{ from, price },
  rungs[]{ name, price, from, deadline }, bar, announcement{ shown, text, showing }, sections[]{ _key, _type, heading, showing },
  blocks[]{ _key, _type, heading, showing, "ends": select(_type == "countdownBlock" => until) },
  ${datedPartsQuery((name) => `"name": "${name}", "heading": ${name}.heading, "showing": ${name}.showing`)}
}`;

/** Finds releases. It needs the perspective “raw”. A project without releases has none of these documents. */
export const releasesQuery = `*[_type == "system.release" && state in ["active", "scheduled", "scheduling"] && metadata.releaseType == "scheduled"]{
  name, "title": metadata.title, "at": coalesce(publishAt, metadata.intendedPublishAt), "isOfOne": metadata.cardinality == "one",
  "documents": *[string::startsWith(_id, "versions." + ^.name + ".")][0...50]{ _id, _type, "title": coalesce(name, heading, author, title) }
}`;

export function momentsOf(documents: readonly PlannedDocument[]): PlannedMoment[] {
  const moments = documents.flatMap((document) => {
    const named = withProduct(document.title ?? 'Untitled');
    const at = (moment: string | null | undefined, path: string, event: string): PlannedMoment[] =>
      moment && !Number.isNaN(Date.parse(moment))
        ? [
            {
              at: moment,
              what: event,
              type: document._type,
              field: { documentId: document._id.replace(/^drafts\./, ''), path },
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
        isAnnounced(document) ? document.announcement?.showing : null,
        'announcement.showing',
        `The announcement “${withProduct(document.announcement?.text ?? '')}” appears`,
        'The announcement disappears',
      ),
      ...(document.parts ?? []).flatMap(({ name, heading, showing }) => {
        const part = `${named}, section “${withProduct(heading ?? '')}”`;
        return window(showing, `${name}.showing`, `${part} appears`, `${part} disappears`);
      }),
      ...(['sections', 'blocks'] as const).flatMap((list) =>
        (document[list] ?? []).flatMap(({ _key, heading, showing, ends }) => {
          const section = `${named}, section “${withProduct(heading ?? '')}”`;
          const path = `${list}[_key=="${_key ?? ''}"]`;
          return [
            ...window(showing, `${path}.showing`, `${section} appears`, `${section} disappears`),
            ...at(ends, `${path}.until`, `${named}, countdown “${withProduct(heading ?? '')}” ends`),
          ];
        }),
      ),
    ];
  });
  return inOrder(moments);
}

export const releaseMoments = (releases: readonly Release[]): PlannedMoment[] =>
  releases.flatMap(({ name, title, at, isOfOne, documents }) => {
    if (!at || Number.isNaN(Date.parse(at))) return [];
    const [only] = documents ?? [];
    const named = withProduct((isOfOne ? only?.title : null) ?? title ?? name);
    if (!isOfOne || !only)
      return [
        {
          at,
          type: 'release',
          what: `The release “${named}” is published (${plural(documents?.length ?? 0, 'document')})`,
        },
      ];
    const documentId = only._id.slice(`versions.${name}.`.length);
    return [
      { at, type: only._type, what: `The draft of “${named}” is published`, field: { documentId, path: '' } },
    ];
  });

export const codeMoments = (codes: readonly PlannedCode[]): PlannedMoment[] =>
  codes.flatMap(({ code, campaign, from, until }) => {
    const named = campaign ? `${code} (${campaign})` : code;
    return [
      ...(from ? [{ at: from, type: 'code', what: `The promotion code ${named} begins` }] : []),
      ...(until ? [{ at: until, type: 'code', what: `The promotion code ${named} ends` }] : []),
    ];
  });

export const inOrder = (moments: readonly PlannedMoment[]): PlannedMoment[] =>
  moments.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));

const money = (dollars: number | null | undefined) =>
  typeof dollars === 'number' ? formatMoney(toCents(dollars)) : 'no price';

/** Returns the month of a moment in a time zone, such as “2027-01”. */
export const monthOf = (moment: string, timeZone: string): string =>
  new Date(moment).toLocaleDateString('sv-SE', { timeZone }).slice(0, 7);
