import { datedPagesFilter, datedPartsQuery } from '../../contract/dated-parts.ts';
import { isMoment } from '../../contract/moment.ts';

/** The moments at which published content changes without an edit. */
export const PLANNED = `*[defined(showing) || defined(saleTime) || defined(plannedPrices) || defined(rungs) || defined(announcement) || defined(sections) || defined(blocks) || ${datedPagesFilter}]{
  showing{ from, until }, saleTime{ from, until }, plannedPrices[]{ from }, rungs[]{ from, deadline }, announcement{ showing{ from, until } },
  sections[]{ showing{ from, until } }, blocks[]{ showing{ from, until }, "until": select(_type == "countdownBlock" => until) },
  ${datedPartsQuery((name) => `"showing": ${name}.showing{ from, until }`)}
}`;

/** Returns the moments in an answer to PLANNED. */
export function momentsIn(value: unknown): string[] {
  if (typeof value === 'string') return isMoment(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(momentsIn) : [];
}
