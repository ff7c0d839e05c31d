import type { DocumentActionComponent } from 'sanity';
import { jumpsOf, type PricedDraft } from '../sale/jumps.ts';
import { soldTypes } from '../sale/sold.ts';
import { useOfferUse } from '../sale/useOfferUse.ts';

const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/**
 * Wraps Sanity's “Schedule”, so that it cannot schedule a large price change. Nobody is at the desk when a scheduled
 * draft is published, so nobody could confirm the change, and the checkout would keep the earlier price.
 */
export function scheduleUnlessJump(original: DocumentActionComponent): DocumentActionComponent {
  const cached = guarded.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const { id, type, draft, published } = props;
    const description = original(props);
    const use = useOfferUse(type, id, published);
    if (!description || !draft || !soldTypes.has(type)) return description;
    const jumps = use === null ? null : jumpsOf(draft as PricedDraft, published as PricedDraft | null, use);
    if (jumps?.length === 0) return description;
    return {
      ...description,
      disabled: true,
      dialog: null,
      title: jumps
        ? 'This changes a price by so much that somebody must confirm it. Enter it under “Planned prices” with its date, and publish that now.'
        : 'The checkout is being asked for its prices.',
    };
  };
  const wrapped = Object.assign(useAction, {
    action: 'schedule' as const,
    displayName: 'ScheduleUnlessJump',
  });
  guarded.set(original, wrapped);
  return wrapped;
}
