import type { DocumentActionComponent } from 'sanity';
import { formatMoney, toCents } from '../../supabase/functions/_shared/contract/format.ts';
import { soldTypes } from '../sale/sold-types.ts';

const explained = new WeakMap<DocumentActionComponent, DocumentActionComponent>();

/** Wraps Studio's Revert action to explain that it only changes the draft. */
export function explainRestore(original: DocumentActionComponent): DocumentActionComponent {
  const cached = explained.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const description = original(props);
    const dialog = description?.dialog;
    if (!description || !dialog || dialog.type !== 'confirm') return description;
    return {
      ...description,
      dialog: {
        ...dialog,
        message: restoreText(soldTypes.has(props.type), props.published?.['price']),
      },
    };
  };
  const wrapped = Object.assign(useAction, { action: 'restore' as const, displayName: 'ExplainedRestore' });
  explained.set(original, wrapped);
  return wrapped;
}

/** Returns a text that says when an earlier version, and with it an earlier price, applies again. */
export function restoreText(isSold: boolean, publishedPrice: unknown): string {
  if (!isSold)
    return 'This puts the earlier version into the draft. Parents see what is published until you press Publish. Pages then follow within minutes.';
  const now =
    typeof publishedPrice === 'number'
      ? ` Until then parents pay ${formatMoney(toCents(publishedPrice))}.`
      : '';
  return `This puts the earlier version into the draft. Its price is charged again within seconds after you press Publish, and pages follow within minutes.${now} If the price changes a lot, you will be asked first.`;
}
