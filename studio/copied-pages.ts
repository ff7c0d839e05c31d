import { definePlugin, type DocumentActionComponent, type SanityDocument } from 'sanity';
import { copiedAddress } from './schemaTypes/rules/page-address.ts';

export const toCopy = (page: SanityDocument): SanityDocument => ({
  ...page,
  ...(typeof page['title'] === 'string' ? { title: `${page['title'].slice(0, 53)} (copy)` } : {}),
  ...(typeof page['address'] === 'string' ? { address: copiedAddress(page['address']) } : {}),
});

/** Gives a copied page a new address. Studio's Duplicate action accepts a function that changes the copy. */
function withNewAddress(original: DocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) => original(Object.assign({ mapDocument: toCopy }, props));
  return Object.assign(action, { action: original.action, displayName: 'DuplicatePage' });
}

export const copiedPages = definePlugin({
  name: 'copied-pages',
  document: {
    actions: (actions, { schemaType }) =>
      schemaType === 'page'
        ? actions.map((action) => (action.action === 'duplicate' ? withNewAddress(action) : action))
        : actions,
  },
});
