import { definePlugin, type DocumentActionComponent, useDocumentOperation } from 'sanity';
import { isOnSale, soldTypes } from './sold-types.ts';
import { useOfferUse } from './useOfferUse.ts';

const removingActions = new Set<DocumentActionComponent['action']>(['delete', 'unpublish']);
const blockedReason =
  'This is on sale, and the checkout and the pages rely on it. Take it off sale and publish that first.';

/** The wrapped actions. They are cached, because a new component would lose its state. */
const guarded = new WeakMap<DocumentActionComponent, DocumentActionComponent>();
function unlessOnSale(original: DocumentActionComponent): DocumentActionComponent {
  const cached = guarded.get(original);
  if (cached) return cached;
  const useAction: DocumentActionComponent = (props) => {
    const description = original(props);
    const use = useOfferUse(props.type, props.id, props.published);
    const isSold = isOnSale(props.published) || (use !== null && use !== 'unknown' && use.on_sale);
    if (!description || !isSold) return description;
    return { ...description, disabled: true, dialog: null, title: blockedReason };
  };
  const wrapped = Object.assign(useAction, {
    ...(original.action ? { action: original.action } : {}),
    displayName: `${original.displayName ?? 'Action'}UnlessOnSale`,
  });
  guarded.set(original, wrapped);
  return wrapped;
}

/** An action in place of Delete. It switches the document off in its draft, which must then be published. */
const TakeOffSale: DocumentActionComponent = ({ id, type, draft, published }) => {
  const { patch } = useDocumentOperation(id, type);
  if (!isOnSale(published)) return null;
  return {
    label: 'Take off sale',
    title:
      'Switches “On sale” off in the draft. Once you publish it, nobody can buy it. Existing bookings are not affected.',
    disabled: Boolean(patch.disabled) || draft?.['available'] === false,
    onHandle: () => patch.execute([{ set: { available: false } }]),
  };
};
TakeOffSale.displayName = 'TakeOffSale';

/** Keeps editors from deleting or unpublishing a document on sale. They can only switch it off. */
export const keepOnSale = definePlugin({
  name: 'keep-on-sale',
  document: {
    actions: (actions, { schemaType }) =>
      soldTypes.has(schemaType)
        ? [
            ...actions.map((action) => (removingActions.has(action.action) ? unlessOnSale(action) : action)),
            TakeOffSale,
          ]
        : actions,
  },
});
