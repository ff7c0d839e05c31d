import { definePlugin, type DocumentActionComponent } from 'sanity';
import { singletons } from './singletons.ts';

/**
 * Singletons, teams, legal pages, popups and words of screens have a fixed number of documents, so none can be added,
 * copied, unpublished or deleted.
 */
const fixedTypes = new Set([...singletons.map(({ type }) => type), 'team', 'legalPage', 'popup', 'wording']);
const allowed = new Set<DocumentActionComponent['action']>(['publish', 'discardChanges', 'restore']);
/** A second tier of the same name would mean a second price for the same camps. */
const neverCopied = new Set(['campTier']);

export const keepFixedDocuments = definePlugin({
  name: 'fixed-documents',
  schema: { templates: (templates) => templates.filter(({ schemaType }) => !fixedTypes.has(schemaType)) },
  document: {
    newDocumentOptions: (options) => options.filter(({ templateId }) => !fixedTypes.has(templateId)),
    actions: (actions, { schemaType }) => {
      if (fixedTypes.has(schemaType)) return actions.filter(({ action }) => allowed.has(action));
      return neverCopied.has(schemaType) ? actions.filter(({ action }) => action !== 'duplicate') : actions;
    },
  },
});
