import type { DocumentActionComponent } from 'sanity';
import { soldTypes } from '../sale/sold-types.ts';
import { changesPrices, scheduledPricesProblem } from '../schemaTypes/rules/scheduled-prices.ts';

const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/**
 * Wraps Sanity's “Schedule”. Nobody is at the desk when a scheduled draft is published, so nobody could be asked about
 * a large change or a price below the floor. Another price may have been published by then as well, so a comparison
 * with today's price proves nothing. Therefore a draft with a different price cannot be scheduled.
 */
export function scheduleUnlessPriced(original: DocumentActionComponent): DocumentActionComponent {
  const cached = guarded.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const { type, draft, published } = props;
    const description = original(props);
    if (!description || !draft || !soldTypes.has(type) || !changesPrices(draft, published))
      return description;
    return { ...description, disabled: true, dialog: null, title: scheduledPricesProblem };
  };
  const wrapped = Object.assign(useAction, {
    action: 'schedule' as const,
    displayName: 'ScheduleUnlessPriced',
  });
  guarded.set(original, wrapped);
  return wrapped;
}
